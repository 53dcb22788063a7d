// See lower_exits.hpp.

#include "core/lower_exits.hpp"

namespace plato {

void ExitLowering::begin(SyntaxIndex statement, Ends ends) {
  blocks_.push_back({statement, ends, present_});
  present_ = blocks_.size() - 1;
}

bool ExitLowering::end() {
  const Block& block = blocks_[present_];
  present_ = block.outer;
  return block.is_used;
}

void ExitLowering::add(StatementId exit, SyntaxIndex statement, Ends ends) {
  std::size_t to = present_;
  while (blocks_.at(to).statement != statement || blocks_[to].ends != ends) to = blocks_[to].outer;
  blocks_[to].is_used = true;
  exits_.push_back({exit, present_, to});
}

void ExitLowering::number_exits(Program& program) const {
  for (const Exit& exit : exits_)
    for (std::size_t b = exit.from; b != exit.to; b = blocks_[b].outer)
      if (blocks_[b].is_used) ++program.statements[exit.statement - 1].passed;
}

}   // namespace plato
