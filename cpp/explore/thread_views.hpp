// Assume-guarantee model checking: each thread is run by itself, among the steps that the others are seen to make.
//
// Cormac Flanagan and Shaz Qadeer, Assume-Guarantee Model Checking. What a thread sees, its *view*, is what all share,
// its own local values and where it is; what it does to what all share, the others reckon with. Views are as many as a
// thread can have, not as the whole program has states; but what threads know of each other is lost, so that an error
// may be found that there is not.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "core/specification.hpp"
#include "explore/schedule.hpp"

namespace plato {

struct ThreadViews {
  // What a thread sees, and what it does next there; nothing if it has ended.
  struct View {
    std::size_t store = 0;   // of `stores`
    std::vector<std::int64_t> own{};
    std::vector<StatementId> next{};
  };
  struct Step {
    std::size_t thread = 0;               // of `threads`
    std::size_t source = 0, target = 0;   // of `stores`
  };
  std::vector<ScheduleThread> threads{};           // all that there are
  std::vector<std::size_t> locals{};               // the variables that are no part of what is shared
  std::vector<std::vector<ModelValue>> starts{};   // initial stores, as the program has them
  std::vector<std::vector<ModelValue>> stores{};   // that threads share, that of the first start first
  std::vector<Step> steps{};                       // the guarantees
  std::vector<std::size_t> views{};                // of each thread, how many it has
  std::vector<std::vector<View>> seen{};           // of each thread, if they are kept
  std::size_t transitions = 0;                     // that were looked at
};

struct ViewOptions {
  bool keeps_views = false;
  double most_seconds = std::numeric_limits<double>::infinity();   // of wall-clock time: a last resort
  std::size_t most_views = 1'048'576;                              // of all threads together
  std::uint64_t most_work = 4'000'000'000;                         // parts of formulas that are evaluated
};

// Why there are none.
struct NoThreadViews {
  std::string reason;
  std::string grew{};   // if there were too many: the variable that had the most values, and how many
};

// The least closed sets, if no view has an error and no limit is met; otherwise why not.
tl::expected<ThreadViews, NoThreadViews> find_thread_views(const Program& program, const Specification& specification,
                                                           const ViewOptions& options);

}   // namespace plato
