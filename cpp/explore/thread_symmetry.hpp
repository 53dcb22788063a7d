// Threads of a family that can be exchanged without any effect: of the states that differ only in this, one is enough.
//
// This applies to programs that only compare identifiers, put them into locks and sets, and use them to index local
// variables. Then a thread is its location, its local variables, the locks it holds and the sets it is in, and it does
// not matter which thread is which: sorting the threads by these properties gives equal states equal rows.
#pragma once

#include <cstdint>
#include <vector>

#include "core/specification.hpp"
#include "explore/concrete_evaluation.hpp"
#include "explore/schedule.hpp"

namespace plato {

// Whether the program and what is claimed of it treat identifiers like that; `exchanged` must not be named by numbers.
bool treats_identifiers_alike(const Program& program, const Specification& specification,
                              const std::vector<std::int64_t>& exchanged);

class ThreadSymmetry {
 public:
  // In a row, the threads' locations start at 1 and the variables at `store`. Refers to the program and the maps.
  ThreadSymmetry(const Program& program, const Specification& specification, MapPool& maps,
                 const std::vector<ScheduleThread>& threads, std::size_t store);

  bool is_trivial() const { return groups_.empty(); }
  // Replaces the row by the one that represents all like it. The answer says which thread went where: thread p of the
  // new row was thread answer[p].
  std::vector<std::uint32_t> normalise(std::vector<std::int64_t>& row) const;

 private:
  const Program& program_;
  MapPool& maps_;
  std::vector<ScheduleThread> threads_;
  std::size_t store_;
  std::vector<std::vector<std::uint32_t>> groups_;   // threads that can be exchanged, two or more
  std::vector<std::size_t> locks_, sets_;            // variables
  std::vector<std::vector<std::size_t>> locals_;     // of each family

  std::vector<std::int64_t> signature(const std::vector<std::int64_t>& row, std::uint32_t thread) const;
  void rename_in(std::int64_t& map, const std::vector<std::pair<std::int64_t, std::int64_t>>& names) const;
};

}   // namespace plato
