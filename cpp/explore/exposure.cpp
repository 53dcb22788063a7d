// See exposure.hpp.

#include "explore/exposure.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include "explore/activation_controls.hpp"
#include "explore/control_graph.hpp"
#include "explore/own_variables.hpp"

namespace plato {
namespace {

constexpr std::size_t most_members = 3;
constexpr std::size_t most_views = 50'000;
constexpr std::uint64_t most_work = 20'000'000;
constexpr std::size_t most_trials = 200;

class ExposureSearch {
 public:
  ExposureSearch(const Program& program, const Specification& specification)
      : program_(program), specification_(specification) {
    const ControlGraph graph = control_graph(program);
    std::set<StatementId> operations;
    for (std::size_t f = 0; f < program.families.size(); ++f) operations.merge(operations_of(graph, f));
    all_.statements.assign(operations.begin(), operations.end());
    all_.variables = own_variables(program, specification);
    // What an activation gives back is nobody else's.
    const std::set<std::size_t> kept = kept_variables(program);
    std::erase_if(all_.variables, [&](std::size_t v) { return kept.contains(v); });
  }

  // Where threads are before they do something together is seen from many sides, and where they are then from few. So
  // what comes last in the text is hidden first, or what comes first: whatever makes fewer views.
  std::optional<Exposure> run() {
    std::size_t views = all_.statements.empty() ? 0 : views_with(all_, most_views);
    if (views == 0 && has_activations(program_)) {
      all_.tells_calls_apart = true;
      views = views_with(all_, most_views);
    }
    if (views == 0) return std::nullopt;
    Found one = hide_all(views, false), other = hide_all(views, true);
    return std::move((other.views < one.views ? other : one).exposed);
  }

 private:
  struct Found {
    Exposure exposed;
    std::size_t views = 0;   // of a few members
  };
  const Program& program_;
  const Specification& specification_;
  Exposure all_;
  std::size_t trials_ = 0;

  // How many views there are; 0 if that is too coarse, or they are too many.
  std::size_t views_with(const Exposure& exposed, std::size_t most) {
    if (++trials_ > most_trials) return 0;
    const auto found = find_thread_views(
        program_, specification_,
        {.most_views = most, .most_work = most_work, .most_members = most_members, .exposed = exposed});
    return found ? std::accumulate(found->views.begin(), found->views.end(), std::size_t{0}) : 0;
  }

  Found hide_all(std::size_t views, bool is_first_to_last) {
    Found found{all_, views};
    hide(found, found.exposed.variables, is_first_to_last);
    hide(found, found.exposed.statements, is_first_to_last);
    return found;
  }

  // Hides as many of the entries, which are a part of what is exposed, as can be: many at once, then fewer.
  template <typename Entry>
  void hide(Found& found, std::vector<Entry>& entries, bool is_first_to_last) {
    for (std::size_t size = entries.size(); size > 0; size /= 2)
      for (std::size_t passed = 0; passed < entries.size();) {
        const std::vector<Entry> before = entries;
        const std::size_t count = std::min(size, entries.size() - passed);
        const std::size_t begin = is_first_to_last ? passed : entries.size() - passed - count;
        const auto first = entries.begin() + static_cast<std::ptrdiff_t>(begin);
        entries.erase(first, first + static_cast<std::ptrdiff_t>(count));
        // What is hidden mostly makes fewer views.
        if (const std::size_t views = views_with(found.exposed, 2 * found.views); views != 0) {
          found.views = views;
        } else {
          entries = before;
          passed += count;
        }
      }
  }
};

}   // namespace

std::optional<Exposure> find_exposure(const Program& program, const Specification& specification) {
  return ExposureSearch(program, specification).run();
}

tl::expected<ThreadViews, NoThreadViews> find_kept_views(const Program& program, const Specification& specification) {
  ViewOptions options{.keeps_views = true, .few = few_members(program, specification)};
  if (options.few) {
    if (auto few = find_thread_views(program, specification, options)) return few;
    options.few.reset();
  }
  auto views = find_thread_views(program, specification, options);
  if (views || !views.error().is_error) return views;
  if (has_activations(program)) {
    options.exposed.tells_calls_apart = true;
    views = find_thread_views(program, specification, options);
    if (views || !views.error().is_error) return views;
  }
  const std::optional<Exposure> exposed = find_exposure(program, specification);
  if (!exposed) return views;
  options.exposed = *exposed;
  return find_thread_views(program, specification, options);
}

}   // namespace plato
