// What `check` answers, in one word.
#pragma once

#include <string_view>

namespace plato {

enum class Verdict {
  certified,    // the kernel accepted a certificate of the claim
  vacuous,      // it did, and another one that the program has no initial store: the claim says nothing
  not_proved,   // no proof was found
  bad_input,    // the file is no program, or cannot be read
  limit,        // a limit was reached
  refuted,      // the kernel replayed a schedule that shows the program wrong
};

// As one word, for JSON.
constexpr std::string_view verdict_word(Verdict verdict) {
  switch (verdict) {
    case Verdict::certified: return "certified";
    case Verdict::vacuous: return "vacuous";
    case Verdict::not_proved: return "not-proved";
    case Verdict::bad_input: return "bad-input";
    case Verdict::limit: return "limit";
    case Verdict::refuted: return "refuted";
  }
  return {};
}

}   // namespace plato
