// The loops of the benchmark written directly in C++.
#include "loops.hpp"

#include <boost/multiprecision/cpp_int.hpp>

#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace loops {

using Integer = boost::multiprecision::cpp_int;

std::size_t natural(std::size_t n) {
  std::size_t acc = 0;
  while (n-- > 0) acc = (acc ^ n) + 1;
  return acc;
}

std::size_t integer(std::size_t n) {
  std::int64_t acc = 1;
  while (n-- > 0) {
    std::int64_t remainder = acc * 7 % 1000003;
    if (remainder < 0) remainder += 1000003;
    acc = static_cast<std::int64_t>(n) - remainder * 3;
  }
  return static_cast<std::size_t>(std::abs(acc));
}

std::size_t factorial(std::size_t n) {
  Integer acc = 1;
  for (; n > 0; --n) acc *= n;
  return static_cast<std::size_t>(acc % 1000000007);
}

std::size_t square(std::size_t n) {
  const Integer modulus = (Integer(1) << 521) - 1;
  Integer acc = 3;
  while (n-- > 0) acc = (acc * acc + n) % modulus;
  return static_cast<std::size_t>(acc % 1000000007);
}

namespace {

std::vector<std::size_t> filled(std::size_t n) {
  std::vector<std::size_t> a;
  while (n-- > 0) a.push_back(n);
  return a;
}

}   // namespace

std::size_t array_fill(std::size_t n) { return filled(n).size(); }

std::size_t array_update(std::size_t n) {
  std::vector<std::size_t> a = filled(1000);
  std::size_t i = 0, last = 1, sum = 0;
  for (; n > 0; --n) {
    if (i < a.size()) {
      last = (a[i] ^ last) + 1;
      a[i++] = last;
    } else {
      i = 0;
    }
  }
  for (const std::size_t v : a) sum += v;
  return sum;
}

std::size_t array_sum(std::size_t n) {
  const std::vector<std::size_t> a = filled(1000);
  std::size_t acc = 0;
  for (n /= 1000; n > 0; --n) {
    acc %= 1000003;
    for (const std::size_t v : a) acc += v;
  }
  return acc;
}

std::size_t byte_scan(std::size_t n) {
  std::vector<std::uint8_t> b;
  for (std::size_t i = 10000; i-- > 0;) b.push_back(i % 7 == 6 ? 32 : static_cast<std::uint8_t>(48 + i % 10));
  std::size_t acc = 0;
  for (n /= 10000; n > 0; --n) {
    std::size_t number = 0, total = acc % 1000003;
    for (const std::uint8_t c : b) {
      if (c == 32) {
        total += number;
        number = 0;
      } else {
        number = number * 10 + (c - 48u);
      }
    }
    acc = total + number;
  }
  return acc;
}

namespace {

struct Cell {
  std::size_t head;
  Cell* tail;
};

}   // namespace

std::size_t list(std::size_t n) {
  std::size_t acc = 0;
  for (n /= 1000; n-- > 0;) {
    Cell* built = nullptr;
    for (std::size_t i = 1000; i-- > 0;) built = new Cell{i, built};
    Cell* reversed = nullptr;
    while (built) {
      Cell* cell = std::exchange(built, built->tail);
      cell->tail = std::exchange(reversed, cell);
    }
    std::size_t sum = n;
    while (reversed) {
      Cell* cell = std::exchange(reversed, reversed->tail);
      sum ^= cell->head;
      delete cell;
    }
    acc += sum;
  }
  return acc;
}

namespace {

struct Node {
  std::unique_ptr<Node> left;
  std::size_t key;
  std::unique_ptr<Node> right;
};

void insert(std::unique_ptr<Node>& t, std::size_t k) {
  if (!t)
    t.reset(new Node{nullptr, k, nullptr});
  else if (k < t->key)
    insert(t->left, k);
  else if (t->key < k)
    insert(t->right, k);
}

std::size_t size(const std::unique_ptr<Node>& t) { return t ? size(t->left) + size(t->right) + 1 : 0; }

}   // namespace

std::size_t tree(std::size_t n) {
  std::size_t acc = 0;
  for (n /= 1000; n-- > 0;) {
    std::unique_ptr<Node> t;
    std::size_t state = n + 1;
    for (int i = 0; i < 1000; ++i) {
      insert(t, state / 65536 % 1024);
      state = (state * 1103515245 + 12345) % 2147483648;
    }
    acc += size(t);
  }
  return acc;
}

namespace {

[[gnu::noinline]] std::size_t iterate(const std::function<std::size_t(std::size_t, std::size_t)>& f, std::size_t n,
                                      std::size_t x) {
  while (n-- > 0) x = f(n, x);
  return x;
}

}   // namespace

std::size_t closure(std::size_t n) {
  const std::size_t k = n % 3;
  if (n % 2 == 0) return iterate([k](std::size_t i, std::size_t x) { return (i ^ x) + k; }, n, 1);
  return iterate([](std::size_t i, std::size_t) { return i; }, n, 1);
}

}   // namespace loops
