// Assume-guarantee model checking: each thread is run by itself, among the steps that the others are seen to make.
//
// Cormac Flanagan and Shaz Qadeer, Assume-Guarantee Model Checking. What a thread sees, its *view*, is what all share,
// its own local values and where it is; what it does to what all share, the others reckon with. Views are as many as a
// thread can have, not as the whole program has states; but what threads know of each other is lost, so that an error
// may be found that there is not. Then it helps to *expose* more: which of some statements the others are about to run,
// and their own values (exposure.hpp).
//
// A thread with a stack is run activation by activation (activation_controls.hpp). Where one begins, its caller waits;
// wherever it has been seen to end, its callers go on with their own values from before. So it is run once, for all
// calls that are taken for one: those at one statement with the same values of the thread's own, and, if that is too
// coarse, in the same shared store. These are the rules AG PDA.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "core/specification.hpp"
#include "explore/few_members.hpp"
#include "explore/schedule.hpp"

namespace plato {

// What threads see of each other besides what they share.
struct Exposure {
  std::vector<StatementId> statements{};   // in order: which of them a thread is about to run; of several the first
  std::vector<std::size_t> variables{};    // local ones that count as shared
  bool tells_calls_apart = false;          // those in different shared stores are not taken for one
};

struct ThreadViews {
  // A shared store and a thread's own values.
  struct Place {
    std::size_t store = 0;   // of `stores`
    std::vector<std::int64_t> own{};
    friend auto operator<=>(const Place&, const Place&) = default;
  };
  // What a call does, or the inside of a scope, wherever it begins.
  struct Activation {
    std::size_t thread = 0;                // of `threads`
    StatementId statement = 0;             // the call or scope
    std::vector<Place> begins{}, ends{};   // at an end what callers get back is 0
  };
  // What a thread sees, and what it does next there; nothing if it has ended.
  struct View {
    std::size_t store = 0;   // of `stores`
    std::vector<std::int64_t> own{};
    std::vector<StatementId> next{};
  };
  // From where it is after one step to where it is after the next, by what it does next there.
  struct Way {
    std::vector<StatementId> from{}, to{};
    friend auto operator<=>(const Way&, const Way&) = default;
  };
  struct Step {
    std::size_t thread = 0;               // of `threads`
    std::size_t source = 0, target = 0;   // of `stores`
    StatementId next = 0;                 // if statements are exposed: the one that the thread is then about to run
  };
  std::vector<ScheduleThread> threads{};   // all that there are, but for those for whom a few stand
  std::optional<FewMembers> few{};
  std::vector<std::size_t> locals{};               // the variables that are no part of what is shared
  std::vector<std::vector<ModelValue>> starts{};   // initial stores, as the program has them
  std::vector<std::vector<ModelValue>>
      stores{};                            // that threads share, that of the first start first; if statements
                                           // are exposed, once for each way in which threads are about to run them
  std::vector<Step> steps{};               // the guarantees
  std::vector<Activation> activations{};   // but for those of the threads' own bodies
  std::vector<std::size_t> views{};        // of each thread, how many it has
  std::vector<std::vector<View>> seen{};   // of each thread, if they are kept
  std::vector<std::vector<Way>> ways{};    // of each thread, likewise
  std::size_t transitions = 0;             // that were looked at
};

struct ViewOptions {
  bool keeps_views = false;
  double most_seconds = std::numeric_limits<double>::infinity();        // of wall-clock time: a last resort
  std::size_t most_views = 1'048'576;                                   // of all threads together
  std::uint64_t most_work = 4'000'000'000;                              // parts of formulas that are evaluated
  std::size_t most_members = std::numeric_limits<std::size_t>::max();   // of a family that are run; to find exposures
  Exposure exposed{};
  std::optional<FewMembers> few{};   // of this family only so many run, for all
};

// Why there are none.
struct NoThreadViews {
  std::string reason;
  std::string grew{};      // if there were too many: the variable that had the most values, and how many
  bool is_error = false;   // something is false in a view; it may be that no state has this view
  // How the thread comes to that view: its own steps, those of others, and calls that it has seen to end. The first one
  // is none, but where all begins, and at the last one something is false.
  struct Step {
    ScheduleThread thread{};   // that makes it
    StatementId statement = 0;
    std::vector<ModelValue> store{};   // what is shared then
  };
  ScheduleThread thread{};
  std::vector<Step> way{};
};

// The least closed sets, if no view has an error and no limit is met; otherwise why not.
tl::expected<ThreadViews, NoThreadViews> find_thread_views(const Program& program, const Specification& specification,
                                                           const ViewOptions& options);

}   // namespace plato
