// Application of closures: too few, exactly enough and too many arguments, for functions of 1 to 20 parameters.
#include "support.hpp"

#include <vector>

using lean_runtime::Call;
using lean_runtime::live_objects;

namespace {

// The digits of the arguments' sum, weighted by position so that a wrong order shows. Consumes them.
lean_object* weigh(const std::vector<lean_object*>& args) {
  std::size_t sum = 0;
  for (std::size_t i = 0; i < args.size(); ++i) {
    sum += (i + 1) * lean_unbox(lean_ctor_get(args[i], 0));
    lean_dec(args[i]);
  }
  return lean_box(sum);
}

template <class... A>
lean_object* one_by_one(A... args) {
  return weigh({args...});
}
template <unsigned n>
lean_object* all_at_once(lean_object** args) {
  return weigh({args, args + n});
}

template <std::size_t>
using Argument = lean_object*;
template <std::size_t... i>
void* function_of(std::index_sequence<i...>) {
  if constexpr (sizeof...(i) <= LEAN_CLOSURE_MAX_ARGS)
    return reinterpret_cast<void*>(one_by_one<Argument<i>...>);
  else
    return reinterpret_cast<void*>(all_at_once<sizeof...(i)>);
}

// An argument that is an object, so that every mistake in counting shows.
lean_object* argument(std::size_t n) {
  lean_object* o = lean_alloc_ctor(0, 1, 0);
  lean_ctor_set(o, 0, lean_box(n));
  return o;
}

std::vector<lean_object*> arguments(unsigned from, unsigned to) {
  std::vector<lean_object*> result;
  for (unsigned i = from; i < to; ++i) result.push_back(argument(100 + i));
  return result;
}

std::size_t expected(unsigned arity) {
  std::size_t sum = 0;
  for (unsigned i = 0; i < arity; ++i) sum += (i + 1) * (100 + i);
  return sum;
}

template <unsigned arity>
void check_all_splits() {
  void* function = function_of(std::make_index_sequence<arity>());
  for (unsigned fixed = 0; fixed < arity; ++fixed) {
    for (unsigned middle = fixed; middle < arity; ++middle) {
      for (const bool shared : {false, true}) {
        INFO("arity " << arity << ", fixed " << fixed << ", then up to " << middle << (shared ? ", shared" : ""));
        lean_object* closure = lean_alloc_closure(function, arity, fixed);
        for (unsigned i = 0; i < fixed; ++i) lean_closure_set(closure, i, argument(100 + i));
        if (shared) lean_inc(closure);
        lean_object* partial = closure;
        if (middle > fixed) {
          auto args = arguments(fixed, middle);
          partial = lean_apply_n(closure, middle - fixed, args.data());
          REQUIRE(partial != closure);
        }
        auto rest = arguments(middle, arity);
        REQUIRE(lean_apply_n(partial, arity - middle, rest.data()) == lean_box(expected(arity)));
        if (shared) lean_dec(closure);
        REQUIRE(live_objects() == 0);
      }
    }
  }
}

template <std::size_t... i>
void check_all_arities(std::index_sequence<i...>) {
  (check_all_splits<i + 1>(), ...);
}

// Takes its one argument and gives a function of `arity`.
template <unsigned arity>
lean_object* give_function(lean_object* a) {
  lean_dec(a);
  return lean_alloc_closure(function_of(std::make_index_sequence<arity>()), arity, 0);
}

template <unsigned arity>
void check_too_many() {
  for (unsigned given = 0; given <= arity; ++given) {
    lean_object* closure = lean_alloc_closure(reinterpret_cast<void*>(give_function<arity>), 1, 0);
    std::vector<lean_object*> args{argument(1)};
    for (lean_object* a : arguments(0, given)) args.push_back(a);
    lean_object* result = lean_apply_n(closure, given + 1, args.data());
    auto rest = arguments(given, arity);
    if (!rest.empty()) result = lean_apply_n(result, arity - given, rest.data());
    REQUIRE(result == lean_box(expected(arity)));
    REQUIRE(live_objects() == 0);
  }
}

}   // namespace

TEST_CASE("every split of the arguments gives the same result", "[closure]") {
  const Call call;
  check_all_arities(std::make_index_sequence<20>());
}

TEST_CASE("what is left over goes to the function that is returned", "[closure]") {
  const Call call;
  check_too_many<1>();
  check_too_many<5>();
  check_too_many<16>();
  check_too_many<17>();
  check_too_many<20>();
}

TEST_CASE("the application functions of emitted code pass their arguments in order", "[closure]") {
  const Call call;
  const auto function = [](auto n) { return lean_alloc_closure(function_of(std::make_index_sequence<n()>()), n(), 0); };
  const auto a = [](std::size_t i) { return argument(100 + i); };
  REQUIRE(lean_apply_1(function(std::integral_constant<unsigned, 1>()), a(0)) == lean_box(expected(1)));
  REQUIRE(lean_apply_2(function(std::integral_constant<unsigned, 2>()), a(0), a(1)) == lean_box(expected(2)));
  REQUIRE(lean_apply_3(function(std::integral_constant<unsigned, 3>()), a(0), a(1), a(2)) == lean_box(expected(3)));
  REQUIRE(lean_apply_4(function(std::integral_constant<unsigned, 4>()), a(0), a(1), a(2), a(3)) ==
          lean_box(expected(4)));
  REQUIRE(lean_apply_5(function(std::integral_constant<unsigned, 5>()), a(0), a(1), a(2), a(3), a(4)) ==
          lean_box(expected(5)));
  REQUIRE(lean_apply_6(function(std::integral_constant<unsigned, 6>()), a(0), a(1), a(2), a(3), a(4), a(5)) ==
          lean_box(expected(6)));
  REQUIRE(lean_apply_7(function(std::integral_constant<unsigned, 7>()), a(0), a(1), a(2), a(3), a(4), a(5), a(6)) ==
          lean_box(expected(7)));
  REQUIRE(lean_apply_8(function(std::integral_constant<unsigned, 8>()), a(0), a(1), a(2), a(3), a(4), a(5), a(6),
                       a(7)) == lean_box(expected(8)));
  REQUIRE(lean_apply_9(function(std::integral_constant<unsigned, 9>()), a(0), a(1), a(2), a(3), a(4), a(5), a(6), a(7),
                       a(8)) == lean_box(expected(9)));
  REQUIRE(lean_apply_10(function(std::integral_constant<unsigned, 10>()), a(0), a(1), a(2), a(3), a(4), a(5), a(6),
                        a(7), a(8), a(9)) == lean_box(expected(10)));
  REQUIRE(lean_apply_11(function(std::integral_constant<unsigned, 11>()), a(0), a(1), a(2), a(3), a(4), a(5), a(6),
                        a(7), a(8), a(9), a(10)) == lean_box(expected(11)));
  REQUIRE(lean_apply_12(function(std::integral_constant<unsigned, 12>()), a(0), a(1), a(2), a(3), a(4), a(5), a(6),
                        a(7), a(8), a(9), a(10), a(11)) == lean_box(expected(12)));
  REQUIRE(lean_apply_13(function(std::integral_constant<unsigned, 13>()), a(0), a(1), a(2), a(3), a(4), a(5), a(6),
                        a(7), a(8), a(9), a(10), a(11), a(12)) == lean_box(expected(13)));
  REQUIRE(lean_apply_14(function(std::integral_constant<unsigned, 14>()), a(0), a(1), a(2), a(3), a(4), a(5), a(6),
                        a(7), a(8), a(9), a(10), a(11), a(12), a(13)) == lean_box(expected(14)));
  REQUIRE(lean_apply_15(function(std::integral_constant<unsigned, 15>()), a(0), a(1), a(2), a(3), a(4), a(5), a(6),
                        a(7), a(8), a(9), a(10), a(11), a(12), a(13), a(14)) == lean_box(expected(15)));
  REQUIRE(lean_apply_16(function(std::integral_constant<unsigned, 16>()), a(0), a(1), a(2), a(3), a(4), a(5), a(6),
                        a(7), a(8), a(9), a(10), a(11), a(12), a(13), a(14), a(15)) == lean_box(expected(16)));
  auto args = arguments(0, 20);
  REQUIRE(lean_apply_m(function(std::integral_constant<unsigned, 20>()), 20, args.data()) == lean_box(expected(20)));
  REQUIRE(live_objects() == 0);
}
