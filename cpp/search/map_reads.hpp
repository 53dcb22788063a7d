// What is read from maps, where it is certain: equal maps, and stores whose index is known to be the one that is read,
// or known to be another one.
//
// The lemmas are the same as those of map_lemmas.hpp, which look at one candidate model at a time; here they are found
// while equalities become true, without a model.
#pragma once

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "search/equality_atoms.hpp"
#include "search/equality_forest.hpp"
#include "search/proof_forest.hpp"

namespace plato {

class MapReads {
 public:
  // The forest has the equalities that are true, `is_true` knows the other literals.
  MapReads(LemmaContext& context, const EqualityForest& forest, std::function<bool(Literal)> is_true)
      : context_(context), forest_(forest), is_true_(std::move(is_true)) {}

  // Takes notice of what is read in the polynomial.
  void see(const Polynomial& polynomial);
  // The literal, which says that two maps are equal, is true.
  void join(Literal equal);
  // Something else is known of the monomial now.
  void look_again(const Monomial& monomial);

  // Adds lemmas for what has changed since; says whether anything has. So many reads are to be looked at.
  bool run();
  std::size_t due() const { return due_.size(); }

  // The state to which `back_to` returns; what was seen since then is still seen.
  struct Mark {
    std::size_t joins, links, signatures, selects;
  };
  Mark mark() const { return {joins_.size(), links_.mark(), written_signatures_.size(), selects_.size()}; }
  void back_to(const Mark& mark);

 private:
  using Node = ProofForest::Node;   // a map
  struct Join {
    Node from, to;
    std::size_t members, writers;   // so many moved, the last ones
  };
  // The class of a map and the reduced index.
  struct Signature {
    Node map;
    Polynomial index;
    bool operator==(const Signature&) const = default;
  };
  struct SignatureHash {
    std::size_t operator()(const Signature& s) const { return s.index.hash() * 31 + s.map; }
  };

  LemmaContext& context_;
  const EqualityForest& forest_;
  std::function<bool(Literal)> is_true_;

  std::unordered_map<TermId, Node> node_of_;
  std::vector<TermId> maps_;
  ProofForest links_;   // the way from one map to an equal one
  std::vector<Node> representative_;
  std::vector<std::vector<Node>> members_;          // of a representative's class
  std::vector<std::vector<Node>> writers_;          // those that are stores, constants or choices
  std::vector<std::vector<TermId>> reads_;          // of a map: the selects from it
  std::unordered_map<TermId, std::size_t> known_;   // selects -> their number
  std::vector<TermId> selects_;
  std::unordered_map<Monomial, std::vector<TermId>> indexed_by_;   // selects with this monomial in their index
  std::unordered_map<Signature, TermId, SignatureHash> first_with_;
  std::vector<Join> joins_;
  std::vector<Signature> written_signatures_;
  std::vector<TermId> due_;

  Node node(TermId map);
  void see_select(TermId select);
  void look_at(TermId select);
  void read_from(TermId select, Node writer);
  void show_same(TermId select, TermId other);
  void walk(Node from, Node to, TermId index);
  bool are_equal(TermId a, TermId b) const;
};

}   // namespace plato
