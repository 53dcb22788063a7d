// Blocks and the exits out of them, while the statements of a thread or procedure are lowered.
//
// A block is made only where an exit leads to, so an exit gets its number when all blocks around it are known.
#pragma once

#include <cstdint>
#include <vector>

#include "core/program.hpp"
#include "source/syntax_tree.hpp"

namespace plato {

class ExitLowering {
 public:
  // What an exit from a block ends: a statement (or with `SyntaxIndex::none` the whole body), or one round of a loop.
  enum class Ends : std::uint8_t { statement, round };

  // Begins a block inside of the present one.
  void begin(SyntaxIndex statement, Ends ends);
  // Ends it. The answer: whether an exit leads to it, so that it must be made.
  bool end();

  // The core statement is an exit to the block that was begun for this purpose.
  void add(StatementId exit, SyntaxIndex statement, Ends ends);

  // When all blocks have ended.
  void number_exits(Program& program) const;

 private:
  struct Block {
    SyntaxIndex statement;
    Ends ends;
    std::size_t outer;   // the block around it
    bool is_used = false;
  };
  struct Exit {
    StatementId statement;
    std::size_t from, to;   // the innermost block around it, and the one that it ends
  };
  static constexpr std::size_t outside = SIZE_MAX;
  std::vector<Block> blocks_;
  std::vector<Exit> exits_;
  std::size_t present_ = outside;
};

}   // namespace plato
