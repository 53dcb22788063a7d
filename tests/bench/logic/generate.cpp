// Families of SMT-LIB problems that grow: how do search, certificate and kernel grow with them?
//
//     generate FAMILY K            writes the problem of size K to standard output
//     generate list                names the families
//
// All problems are unsatisfiable. Those about programs are what verification conditions look like: a chain of steps,
// each changing one variable and keeping the others.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

std::string s(int number) { return number < 0 ? "(- " + std::to_string(-number) + ")" : std::to_string(number); }
std::string v(const char* name, int i) { return name + s(i); }
std::string v(const char* name, int i, int j) { return name + s(i) + "_" + s(j); }

void declare(const std::string& name, const char* sort = "Int") {
  std::printf("(declare-const %s %s)\n", name.c_str(), sort);
}
void require(const std::string& formula) { std::printf("(assert %s)\n", formula.c_str()); }

// k assignments x := x + 1 in turn over m variables, all others kept; the sum must have grown by k.
void assignments(int k) {
  const int m = 4;
  for (int i = 0; i <= k; ++i)
    for (int j = 0; j < m; ++j) declare(v("x", i, j));
  for (int i = 0; i < k; ++i)
    for (int j = 0; j < m; ++j)
      require("(= " + v("x", i + 1, j) + " " + (i % m == j ? "(+ " + v("x", i, j) + " 1)" : v("x", i, j)) + ")");
  std::string before = "(+", after = "(+";
  for (int j = 0; j < m; ++j) {
    before += " " + v("x", 0, j);
    after += " " + v("x", k, j);
  }
  require("(not (= " + after + ") (+ " + before + ") " + s(k) + ")))");
}

// k writes to a map at different places, read back at the first.
void stores(int k) {
  declare("a", "(Array Int Int)");
  declare("i");
  std::string map = "a";
  for (int n = 0; n < k; ++n) {
    declare(v("m", n), "(Array Int Int)");
    require("(= " + v("m", n) + " (store " + map + " (+ i " + s(n) + ") " + s(n * n) + "))");
    map = v("m", n);
  }
  require("(not (= (select " + map + " i) 0))");
}

// k writes; all that is known about their indices is that they differ from the index that is read.
void frames(int k) {
  declare("a", "(Array Int Int)");
  declare("r");
  std::string map = "a";
  for (int n = 0; n < k; ++n) {
    declare(v("w", n));
    declare(v("m", n), "(Array Int Int)");
    require("(distinct r " + v("w", n) + ")");
    require("(= " + v("m", n) + " (store " + map + " " + v("w", n) + " 7))");
    map = v("m", n);
  }
  require("(not (= (select " + map + " r) (select a r)))");
}

// A loop that fills a map, k times m[i] := v; i := i + 1, and does not touch again what it wrote first.
void fill(int k) {
  for (int n = 0; n <= k; ++n) {
    declare(v("i", n));
    declare(v("m", n), "(Array Int Int)");
  }
  declare("v");
  for (int n = 0; n < k; ++n) {
    require("(= " + v("m", n + 1) + " (store " + v("m", n) + " " + v("i", n) + " (+ v " + s(n) + ")))");
    require("(= " + v("i", n + 1) + " (+ " + v("i", n) + " 1))");
  }
  require("(or (< " + v("i", k) + " (+ i0 " + s(k) + ")) (not (= (select " + v("m", k) + " i0) v)))");
}

// k choices, each adding 1 or 2: the sum is at least k.
void choices(int k) {
  for (int i = 0; i <= k; ++i) declare(v("x", i));
  for (int i = 0; i < k; ++i)
    require("(or (= " + v("x", i + 1) + " (+ " + v("x", i) + " 1)) (= " + v("x", i + 1) + " (+ " + v("x", i) + " 2)))");
  require("(= x0 0)");
  require("(< " + v("x", k) + " " + s(k) + ")");
}

// The same with a conditional and a flag.
void branches(int k) {
  for (int i = 0; i <= k; ++i) declare(v("x", i));
  for (int i = 0; i < k; ++i) declare(v("b", i), "Bool");
  for (int i = 0; i < k; ++i)
    require("(= " + v("x", i + 1) + " (ite " + v("b", i) + " (+ " + v("x", i) + " 1) (- " + v("x", i) + " 1)))");
  require("(= x0 0)");
  require("(> " + v("x", k) + " " + s(k) + ")");
}

// k inequalities around a ring that leave room for rationals only: each has to be rounded.
void cut(int k) {
  for (int i = 0; i < k; ++i) declare(v("x", i));
  for (int i = 0; i + 1 < k; ++i) require("(<= (* 2 " + v("x", i) + ") (+ 1 (* 2 " + v("x", i + 1) + ")))");
  require("(< " + v("x", k - 1) + " x0)");
}

// Out of neighbours on a ring of odd length at most one is chosen, so less than half of them: one cut for all.
void ring(int k) {
  const int n = k / 2 * 2 + 1;
  for (int i = 0; i < n; ++i) declare(v("x", i));
  std::string sum = "(+";
  for (int i = 0; i < n; ++i) {
    require("(<= (+ " + v("x", i) + " " + v("x", (i + 1) % n) + ") 1)");
    sum += " " + v("x", i);
  }
  require("(<= " + s((n + 1) / 2) + " " + sum + "))");
}

// k rounds of two jobs on one machine, which take 5 together: there is no schedule shorter than 5k.
void schedule(int k) {
  for (int i = 0; i <= k; ++i) declare(v("t", i));
  for (int i = 0; i < k; ++i) {
    declare(v("a", i));
    declare(v("b", i));
    require("(<= " + v("t", i) + " " + v("a", i) + ")");
    require("(<= " + v("t", i) + " " + v("b", i) + ")");
    require("(or (<= (+ " + v("a", i) + " 2) " + v("b", i) + ") (<= (+ " + v("b", i) + " 3) " + v("a", i) + "))");
    require("(<= (+ " + v("a", i) + " 2) " + v("t", i + 1) + ")");
    require("(<= (+ " + v("b", i) + " 3) " + v("t", i + 1) + ")");
  }
  require("(< (- " + v("t", k) + " t0) " + s(5 * k) + ")");
}

// k transfers of 1 between two accounts, in one direction or the other: the sum stays.
void transfers(int k) {
  for (int i = 0; i <= k; ++i) {
    declare(v("x", i));
    declare(v("y", i));
  }
  for (int i = 0; i < k; ++i) {
    const std::string x = v("x", i), y = v("y", i), x2 = v("x", i + 1), y2 = v("y", i + 1);
    require("(or (and (= " + x2 + " (+ " + x + " 1)) (= " + y2 + " (- " + y + " 1))) (and (= " + x2 + " (- " + x +
            " 1)) (= " + y2 + " (+ " + y + " 1))))");
  }
  require("(= x0 10)");
  require("(= y0 20)");
  require("(not (= (+ " + v("x", k) + " " + v("y", k) + ") 30))");
}

// A negative cycle of k differences.
void differences(int k) {
  for (int i = 0; i < k; ++i) declare(v("x", i));
  for (int i = 0; i + 1 < k; ++i) require("(<= (- " + v("x", i + 1) + " " + v("x", i) + ") " + s(i % 7 - 3) + ")");
  int total = 0;
  for (int i = 0; i + 1 < k; ++i) total += i % 7 - 3;
  require("(<= (- x0 " + v("x", k - 1) + ") " + s(-total - 1) + ")");
}

// k arrays, each a copy of the one before on 0 … n-1.
void copies(int k) {
  declare("n");
  declare("j");
  for (int i = 0; i <= k; ++i) declare(v("a", i), "(Array Int Int)");
  for (int i = 0; i < k; ++i)
    require("(forall ((q Int)) (=> (and (<= 0 q) (< q n)) (= (select " + v("a", i + 1) + " q) (select " + v("a", i) +
            " q))))");
  require("(and (<= 0 j) (< j n))");
  require("(not (= (select " + v("a", k) + " j) (select a0 j)))");
}

// f applied k times to equal things.
void functions(int k) {
  std::printf("(declare-fun f (Int Int) Int)\n");
  declare("x");
  declare("y");
  declare("z");
  std::string a = "x", b = "y";
  for (int i = 0; i < k; ++i) {
    declare(v("a", i));
    declare(v("b", i));
    require("(= " + v("a", i) + " (f " + a + " z))");
    require("(= " + v("b", i) + " (f " + b + " z))");
    a = v("a", i);
    b = v("b", i);
  }
  require("(<= x y)");
  require("(<= y x)");
  require("(not (= " + a + " " + b + "))");
}

// k branches, each of which adds at least `least` and at most `most` to x, from x0 on. The bounds of x are asserted
// after each of them, or at the end.
struct Branches {
  std::string (*branch)(int number, int k);   // says what x is after this one
  int least, most;
  bool is_asserted;
  bool is_in_loop = false;   // x0 is any number, and the bounds are relative to it; else it is 0
};
void with_branches(int k, const Branches& how) {
  declare("x0");
  if (!how.is_in_loop) require("(= x0 0)");
  for (int i = 1; i <= k; ++i) {
    declare(v("x", i));
    require(how.branch(i, k));
  }
  const auto bound = [&](int number) { return how.is_in_loop ? "(+ x0 " + s(number) + ")" : s(number); };
  std::string fails = "(or";
  for (int i = how.is_asserted ? 1 : k; i <= k; ++i)
    fails += " (not (and (<= " + bound(how.least * i) + " " + v("x", i) + ") (<= " + v("x", i) + " " +
             bound(how.most * i) + ")))";
  require(fails + ")");
}
std::string plus(int i, int number) { return "(+ " + v("x", i - 1) + " " + s(number) + ")"; }
std::string flag(const char* name, int i) {
  declare(v(name, i), "Bool");
  return v(name, i);
}
// x := x + 1 or x := x + 2.
std::string one_or_two(int i, int) {
  return "(= " + v("x", i) + " (ite " + flag("b", i) + " " + plus(i, 1) + " " + plus(i, 2) + "))";
}
// x grows by 2 while it is below k, by 1 from then on.
std::string by_value(int i, int k) {
  return "(ite (< " + v("x", i - 1) + " " + s(k) + ") (= " + v("x", i) + " " + plus(i, 2) + ") (= " + v("x", i) + " " +
         plus(i, 1) + "))";
}
// Branches in branches: x grows by 1 to 4.
std::string in_branches(int i, int) {
  return "(= " + v("x", i) + " (ite " + flag("b", i) + " (ite " + flag("c", i) + " " + plus(i, 1) + " " + plus(i, 2) +
         ") (ite " + flag("d", i) + " " + plus(i, 3) + " " + plus(i, 4) + ")))";
}
// A switch of eight ways, of which each adds another number.
std::string one_of_eight(int i, int) {
  std::string ways = "(or";
  for (int way = 0; way < 8; ++way) ways += " (= " + v("x", i) + " " + plus(i, way) + ")";
  return ways + ")";
}

void asserted(int k) { with_branches(k, {one_or_two, 1, 2, true}); }
void asserted_end(int k) { with_branches(k, {one_or_two, 1, 2, false}); }
void guarded(int k) { with_branches(k, {by_value, 1, 2, true}); }
void guarded_end(int k) { with_branches(k, {by_value, 1, 2, false}); }
void nested(int k) { with_branches(k, {in_branches, 1, 4, true}); }
void nested_end(int k) { with_branches(k, {in_branches, 1, 4, false}); }
void looped(int k) { with_branches(k, {one_or_two, 1, 2, true, true}); }
void looped_end(int k) { with_branches(k, {one_or_two, 1, 2, false, true}); }
void switches(int k) { with_branches(k, {one_of_eight, 0, 7, true}); }
void switches_end(int k) { with_branches(k, {one_of_eight, 0, 7, false}); }

// k levels, each with a witness on the one below, of which the last is excluded: ∀ ∃ against universal facts.
void witnesses(int k) {
  std::puts("(declare-fun next (Int) Int)\n(declare-fun level (Int) Int)");
  declare("c");
  require(
      "(forall ((x Int)) (=> (< 0 (level x)) (exists ((y Int)) (and (= (next y) x) (= (level y) (- (level x) 1))))))");
  require("(forall ((x Int)) (not (= (level x) 0)))");
  require("(= (level c) " + s(k) + ")");
}

// Two indices in one: k rows of a thousand, each cleared, read at another place.
void packed(int k) {
  std::puts("(declare-fun m (Int) Int)");
  declare("x");
  declare("y");
  for (int i = 0; i < k; ++i)
    require("(forall ((a Int) (b Int)) (=> (and (<= 0 b) (< b 1000) (= a (+ x " + s(i) +
            "))) (= (m (+ (* 1000 a) b)) " + s(i) + ")))");
  require("(and (<= 0 y) (< y 1000))");
  require("(not (= (m (+ (* 1000 (+ x " + s(k - 1) + ")) y)) " + s(k - 1) + "))");
}

// k products (p + q) · u = 1 with u positive, and what follows from one of them: its sum is 1.
void factors(int k) {
  for (int i = 0; i < k; ++i) {
    for (const char* name : {"p", "q", "u"}) declare(v(name, i));
    require("(= (* (+ " + v("p", i) + " " + v("q", i) + ") " + v("u", i) + ") 1)");
    require("(< 0 " + v("u", i) + ")");
  }
  require("(not (= (+ " + v("p", k - 1) + " " + v("q", k - 1) + ") 1))");
}

// A chain of k assignments beside k facts with `mod` and `div` by a parameter, none of which is needed.
void moduli(int k) {
  declare("n");
  declare("x0");
  require("(< 0 n)");
  for (int i = 1; i <= k; ++i) {
    declare(v("x", i));
    declare(v("r", i));
    require("(= " + v("x", i) + " (+ " + v("x", i - 1) + " 1))");
    require("(= " + v("r", i) + " (mod (+ " + v("x", i) + " " + s(i) + ") n))");
    require("(<= (div " + v("x", i - 1) + " n) (div " + v("x", i) + " n))");
  }
  require("(not (= " + v("x", k) + " (+ x0 " + s(k) + ")))");
}

struct Family {
  const char* name;
  void (*write)(int);
};
constexpr Family families[] = {{"assignments", assignments},
                               {"stores", stores},
                               {"frames", frames},
                               {"fill", fill},
                               {"choices", choices},
                               {"branches", branches},
                               {"transfers", transfers},
                               {"cut", cut},
                               {"ring", ring},
                               {"differences", differences},
                               {"schedule", schedule},
                               {"copies", copies},
                               {"functions", functions},
                               {"asserted", asserted},
                               {"asserted-end", asserted_end},
                               {"guarded", guarded},
                               {"guarded-end", guarded_end},
                               {"nested", nested},
                               {"nested-end", nested_end},
                               {"looped", looped},
                               {"looped-end", looped_end},
                               {"switches", switches},
                               {"switches-end", switches_end},
                               {"witnesses", witnesses},
                               {"packed", packed},
                               {"factors", factors},
                               {"moduli", moduli}};

}   // namespace

int main(int count, char** arguments) {
  if (count == 2 && std::strcmp(arguments[1], "list") == 0) {
    for (const Family& family : families) std::puts(family.name);
    return 0;
  }
  const int size = count == 3 ? std::atoi(arguments[2]) : 0;
  for (const Family& family : families) {
    if (size < 2 || std::strcmp(family.name, arguments[1]) != 0) continue;
    std::puts("(set-logic ALL)");
    family.write(size);
    std::puts("(check-sat)");
    return 0;
  }
  std::fputs("usage: generate FAMILY K with K at least 2, or generate list\n", stderr);
  return 2;
}
