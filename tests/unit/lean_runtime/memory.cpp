// Memory: reuse, release of deep structures, limits, and calls that fail or run side by side.
#include "support.hpp"

#include <algorithm>
#include <set>
#include <thread>
#include <vector>

using lean_runtime::Call;
using lean_runtime::Failure;
using lean_runtime::live_objects;

namespace {

constexpr std::size_t no_limit = ~std::size_t{0};

// Restores the thread's limit.
struct Limit {
  explicit Limit(std::size_t bytes) { lean_runtime::set_memory_limit(bytes); }
  ~Limit() { lean_runtime::set_memory_limit(no_limit); }
};

Failure::Kind failure_of(void (*function)()) {
  try {
    const Call call;
    function();
  } catch (const Failure& failure) {
    REQUIRE(std::string(failure.what()).size() > 5);
    return failure.kind();
  }
  FAIL("the call did not fail");
  throw 0;
}

}   // namespace

TEST_CASE("freed memory is used again", "[memory]") {
  const Limit limit(4 << 20);
  const Call call;
  for (int round = 0; round < 1000; ++round) {
    std::vector<lean_object*> objects;
    for (unsigned size = 0; size < 500; size += 7) objects.push_back(lean_alloc_ctor(0, 0, size));
    objects.push_back(lean_alloc_sarray(1, 100000, 100000));
    for (lean_object* o : objects) lean_dec(o);
    REQUIRE(live_objects() == 0);
  }
}

TEST_CASE("blocks do not overlap and are aligned", "[memory]") {
  const Call call;
  std::vector<std::pair<char*, std::size_t>> blocks;
  for (std::size_t size = 8; size <= 5000; size += 8)
    for (int i = 0; i < 3; ++i) {
      lean_object* o = lean_alloc_object(size, 0, 0);
      blocks.emplace_back(reinterpret_cast<char*>(o), size);
      REQUIRE(reinterpret_cast<std::uintptr_t>(o) % (size % 16 == 0 ? 16 : 8) == 0);
      REQUIRE(o->m_cs_sz == (size <= LEAN_MAX_SMALL_OBJECT_SIZE ? size : 0));
    }
  std::sort(blocks.begin(), blocks.end());
  for (std::size_t i = 1; i < blocks.size(); ++i)
    REQUIRE(blocks[i - 1].first + blocks[i - 1].second <= blocks[i].first);
  REQUIRE(live_objects() == blocks.size());
  for (const auto& [address, size] : blocks) lean_dec(reinterpret_cast<lean_object*>(address));
  REQUIRE(live_objects() == 0);
}

TEST_CASE("a list of a million elements is released without recursion", "[memory]") {
  const Call call;
  lean_object* list = unit_list(lean_box(1000000), lean_box(0));
  REQUIRE(live_objects() == 1000000);
  lean_dec(list);
  REQUIRE(live_objects() == 0);
}

TEST_CASE("a structure a million deep, through all kinds of objects, is released without recursion", "[memory]") {
  const Call call;
  lean_object* deep = unit_nested(lean_box(1000000), lean_box(0));
  REQUIRE(live_objects() > 1000000);
  lean_inc(deep);
  lean_dec(deep);
  REQUIRE(live_objects() > 1000000);
  lean_dec(deep);
  REQUIRE(live_objects() == 0);
}

TEST_CASE("release stops at what is shared", "[memory]") {
  const Call call;
  lean_object* tail = unit_list(lean_box(10), lean_box(0));
  lean_inc(tail);
  lean_object* list = unit_list(lean_box(10), tail);
  lean_dec(list);
  REQUIRE(live_objects() == 10);
  REQUIRE(lean_is_exclusive(tail));
  lean_dec(tail);
  REQUIRE(live_objects() == 0);
}

TEST_CASE("a call that needs more than the limit fails, and leaves nothing behind", "[memory]") {
  const Limit limit(8 << 20);
  for (int round = 0; round < 3; ++round) {
    REQUIRE(failure_of([] { unit_list(lean_box(10000000), lean_box(0)); }) == Failure::Kind::memory_limit);
    REQUIRE(failure_of([] { unit_double(lean_box(60), lean_box(7)); }) == Failure::Kind::memory_limit);
    REQUIRE(failure_of([] { lean_alloc_sarray(1, 16 << 20, 16 << 20); }) == Failure::Kind::memory_limit);
    const Call call;
    lean_dec(unit_list(lean_box(10000), lean_box(0)));
    REQUIRE(live_objects() == 0);
  }
}

TEST_CASE("what cannot exist in memory fails at once", "[memory]") {
  REQUIRE(failure_of([] { lean_mk_array(lean_box(std::size_t{1} << 60), lean_box(0)); }) ==
          Failure::Kind::out_of_memory);
  REQUIRE(failure_of([] { lean_mk_array(nat("18446744073709551616"), lean_box(0)); }) == Failure::Kind::out_of_memory);
  REQUIRE(failure_of([] { lean_mk_empty_array_with_capacity(nat("18446744073709551616")); }) ==
          Failure::Kind::out_of_memory);
  REQUIRE(failure_of([] { lean_mk_empty_byte_array(lean_box(std::size_t{1} << 62)); }) == Failure::Kind::out_of_memory);
  REQUIRE(failure_of([] { lean_mk_empty_byte_array(nat("18446744073709551616")); }) == Failure::Kind::out_of_memory);
}

TEST_CASE("numbers of 2^32 bits or more fail at once", "[memory]") {
  REQUIRE(failure_of([] { lean_nat_pow(lean_box(2), lean_box(std::size_t{1} << 32)); }) ==
          Failure::Kind::number_too_large);
  REQUIRE(failure_of([] { lean_nat_pow(lean_box(3), nat("18446744073709551616")); }) ==
          Failure::Kind::number_too_large);
  REQUIRE(failure_of([] { lean_nat_pow(nat("18446744073709551616"), lean_box(std::size_t{1} << 60)); }) ==
          Failure::Kind::number_too_large);
  REQUIRE(failure_of([] { lean_nat_shiftl(lean_box(1), lean_box(std::size_t{1} << 32)); }) ==
          Failure::Kind::number_too_large);
  REQUIRE(failure_of([] { lean_nat_shiftl(lean_box(1), lean_box(LEAN_MAX_SMALL_NAT)); }) ==
          Failure::Kind::number_too_large);
  REQUIRE(failure_of([] { lean_nat_shiftl(lean_box(1), nat("18446744073709551616")); }) ==
          Failure::Kind::number_too_large);
}

TEST_CASE("a failure passes through emitted frames, and their objects are freed with the call", "[memory]") {
  REQUIRE(failure_of([] {
            const auto unreachable = +[](lean_object*) -> lean_object* { lean_internal_panic_unreachable(); };
            unit_call(lean_alloc_closure(reinterpret_cast<void*>(unreachable), 1, 0), lean_box(5));
          }) == Failure::Kind::unreachable);
  const Call call;
  REQUIRE(live_objects() == 0);
}

TEST_CASE("threads run calls at the same time", "[memory]") {
  const auto work = [](std::size_t seed, std::string& result) {
    for (int round = 0; round < 20; ++round) {
      const Call call;
      lean_object* list = unit_list(lean_box(1000 + seed), unit_constants(lean_box(0)));
      lean_dec(list);
      result = digits(unit_double(lean_box(6), lean_box(seed)));
      if (live_objects() != 0) result = "leak";
    }
  };
  std::vector<std::string> results(4);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < results.size(); ++i) threads.emplace_back(work, i + 2, std::ref(results[i]));
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < results.size(); ++i) {
    const Call call;
    REQUIRE(results[i] == digits(lean_nat_pow(lean_box(i + 2), lean_box(64))));
  }
}
