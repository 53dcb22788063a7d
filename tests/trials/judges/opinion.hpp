// What a second opinion may be, and how it comes about: a look through what is judged throws what is not right about
// it.
#pragma once

#include <cstdint>
#include <stdexcept>

#include "explore/concrete_evaluation.hpp"

namespace plato_test {

enum class Opinion : std::uint8_t {
  right,
  wrong,
  no_opinion   // it is too large, or values do not fit
};

struct NoOpinion {};
struct Wrong {};

inline void require(bool condition) {
  if (!condition) throw Wrong{};
}

// A number that names nothing is wrong, too.
template <class Look>
Opinion opinion_of(const Look& look) {
  try {
    look();
    return Opinion::right;
  } catch (const Wrong&) {
    return Opinion::wrong;
  } catch (const NoOpinion&) {
    return Opinion::no_opinion;
  } catch (const plato::TooLarge&) {
    return Opinion::no_opinion;
  } catch (const std::out_of_range&) {
    return Opinion::wrong;
  }
}

}   // namespace plato_test
