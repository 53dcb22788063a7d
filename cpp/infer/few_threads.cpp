// See few_threads.hpp.

#include "infer/few_threads.hpp"

namespace plato {

void observe_few_threads(const Program& program, std::span<const FewThreads> searches, std::uint64_t most_work,
                         const std::function<void()>& begin, const StepObserver& observer) {
  constexpr std::size_t most_states = 4'000;
  for (const FewThreads& search : searches)
    for (const bool goes_deep : {true, false}) {
      const ExploreOptions options{.threads_per_family = search.of_a_family,
                                   .lowest = search.lowest,
                                   .highest = search.highest,
                                   .most_states = most_states,
                                   .most_work = most_work,
                                   .only_reaches = goes_deep};
      begin();
      explore(program, Specification{}, options, observer);
    }
}

}   // namespace plato
