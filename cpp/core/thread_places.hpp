// Where a thread, or a branch of a `par`, may be between two of its steps: before which steps it stands, be they of its
// own statements or of procedures that it runs.
//
// A step of a procedure is told apart by the calls that have led to it. Only of procedures that may call themselves the
// calls are forgotten: their steps are in a frame, and where its end leads is up to a stack.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <vector>

#include "core/core_program.hpp"

namespace plato {

using ContextId = std::uint32_t;   // 0: the thread's own statements

// A step that may come next. Step 0 is the end of the thread, or of a frame.
struct NextStep {
  ContextId context = 0;
  StatementId step = 0;
  friend auto operator<=>(const NextStep&, const NextStep&) = default;
};

// All of them: a thread is before some choice if there are several.
using Position = std::set<NextStep>;

// Why there is no telling where a thread is, and which question it is that cannot be answered.
struct PlacesUnknown : std::runtime_error {
  PlacesUnknown(const std::string& reason, StatementId at, std::size_t asked = 0)
      : std::runtime_error(reason), statement(at), question(asked) {}
  StatementId statement;
  std::size_t question;
};

class ThreadPlaces {
 public:
  struct Context {
    ContextId outer = 0;
    StatementId call = 0;                 // of a frame 0
    ProcedureId procedure = 0;            // whose statements are run
    bool is_frame = false;                // of a procedure that may call itself
    std::optional<ContextId> entered{};   // such a call is about to begin: where its first step is
  };

  // Refers to the program for as long as it lives. Throws `PlacesUnknown`.
  ThreadPlaces(const Program& program, StatementId body);

  const Position& initial() const { return initial_; }
  const Context& context(ContextId c) const { return contexts_[c]; }
  std::size_t context_count() const { return contexts_.size(); }
  const std::vector<NextStep>& order() const { return order_; }   // all steps, as the source has them
  const Position& follow(const NextStep& step) const { return follow_.at(step); }
  // Before and after a statement in a context; no others than those that the thread runs there.
  const std::map<NextStep, Position>& before() const { return before_; }
  const Position& after(ContextId context, StatementId s) const { return after_.at({context, s}); }
  // The contexts in which statements of a procedure are run, or 0, the thread's own ones.
  std::vector<ContextId> contexts_of(ProcedureId procedure) const;
  // The steps with which the statement itself begins, or where it has none, what comes next.
  const Position& first_of(ContextId context, StatementId s) const;
  // The first and the last place of the statement's steps in `order`; calls are part of it.
  struct Extent {
    std::size_t first = 0, end = 0;
  };
  Extent extent(ContextId context, StatementId s) const { return extents_.at({context, s}); }

  // The steps that the thread may take there: branches end without a step.
  Position enabled(const Position& position) const;
  // Whether a frame may end there without a further step.
  bool ends_frame(const Position& position) const;

 private:
  // How a statement may begin: with a step inside of it, with none, or by leaving blocks around it.
  struct Beginning {
    Position steps;
    bool passes = false;
    std::set<std::uint32_t> exits;   // how many blocks are left besides the nearest
  };
  const Program& program_;
  std::vector<Context> contexts_{{}};
  std::map<std::pair<ContextId, StatementId>, ContextId> inner_;
  std::map<std::pair<ContextId, NextStep>, ContextId> entering_;
  std::map<ProcedureId, ContextId> frames_;
  std::vector<ProcedureId> open_frames_;
  std::map<NextStep, Beginning> beginnings_;
  std::map<NextStep, Position> follow_, before_, after_;
  std::map<NextStep, Extent> extents_;
  std::vector<NextStep> order_;
  Position initial_;
  std::set<ProcedureId> beginning_;   // frames whose first steps are being looked for
  std::size_t effort_ = 0;

  ContextId inner(ContextId context, StatementId call);
  ContextId frame(ProcedureId procedure);
  const Beginning& beginning(ContextId context, StatementId s);
  Beginning find_beginning(ContextId context, StatementId s);
  Beginning of_call(ContextId context, StatementId s);
  Position at(ContextId context, StatementId s, const Position& next, const std::vector<Position>& outside);
  Position walk(ContextId context, StatementId s, const Position& next, const std::vector<Position>& outside);
  void walk_parts(ContextId context, StatementId s, const Position& here, const Position& next,
                  const std::vector<Position>& outside);
};

}   // namespace plato
