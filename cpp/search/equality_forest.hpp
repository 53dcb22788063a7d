// Which monomials differ by a known number, and by which equalities.
//
// Equalities x = y + c and x = c are most of what a chain of assignments says, and need no simplex: they join the nodes
// of a forest, in which the way from one node to another is the explanation. A class is relabelled when it joins a
// larger one, so that looking up is immediate.
//
// Sums may be nodes, too: where x and y are both u + v, they are equal.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "arithmetic/arithmetic_facts.hpp"
#include "logic/formula_table.hpp"
#include "logic/index_table.hpp"
#include "numbers/polynomial.hpp"
#include "search/proof_forest.hpp"

namespace plato {

class EqualityForest {
 public:
  using Node = ProofForest::Node;

  EqualityForest() { new_node({}); }   // the number 0

  // Takes notice of p = 0, which the literal says, if it is of the right form and new. Others are not needed: if they
  // are contradictory, `reduced` shows it. Returns the nodes for which `reduced` puts something else now.
  std::vector<Node> add(const Polynomial& p, Literal literal);
  // Takes notice that the monomial is the sum, of two summands or more; the literal says that p = 0, which is their
  // difference or its opposite.
  std::vector<Node> add_sum(const Monomial& monomial, const Polynomial& sum, const Polynomial& p, Literal literal);
  // Of a node that is neither a sum nor 0.
  const Monomial& monomial(Node node) const { return monomials_[node]; }

  // The state to which `back_to` returns. Nodes stay, but what joined them is gone.
  struct Mark {
    std::size_t joins, links;
  };
  Mark mark() const { return {joins_.size(), links_.mark()}; }
  void back_to(const Mark& mark);
  // The nodes that were joined directly since then.
  std::vector<Node> touched_since(const Mark& mark) const { return links_.touched_since(mark.links); }
  std::size_t nodes() const { return monomials_.size(); }

  // The node of a monomial, if it has one.
  static constexpr Node zero = 0, none = UINT32_MAX;
  Node find(const Monomial& monomial) const;
  // The node and its class's first one differ by a number, `difference`.
  Node representative(Node node) const { return representative_[node]; }
  const Integer& difference(Node node) const { return difference_[node]; }
  Polynomial polynomial(Node node) const;

  // The polynomial with every monomial replaced by the representative of its class and the difference to it.
  Polynomial reduced(const Polynomial& p) const;
  // The number that `reduced` gives, if it is one.
  std::optional<Integer> value_of(const Polynomial& p) const;

  // Multiples of the literals' polynomials (with the sign as given to `add`) which added up are p - reduced(p).
  // Neighbours on the path are neighbours in the list, so that partial sums are short.
  struct Part {
    Literal literal;
    Integer multiplier;
  };
  std::vector<Part> explanation(const Polynomial& p) const;
  // The same for polynomial(a) - polynomial(b) and its being a number, where a and b are in one class.
  std::vector<Part> explanation(Node a, Node b) const;
  // How many equalities lie between one of p's monomials and the end of its way.
  std::size_t longest_way_of(const Polynomial& p) const;

  // Shortens the ways from p's monomials: where one is long, literals for equalities with its end are asked for, which
  // take the place of the way to there. Without this, many explanations by a long chain are quadratic together.
  // `make` gets a polynomial and the parts that add up to it, and makes a literal that says that it is 0.
  using MakeShortcut = std::function<Literal(const Polynomial&, const std::vector<Part>&)>;
  void shorten(const Polynomial& p, const MakeShortcut& make, const std::function<Polynomial(Literal)>& polynomial_of);

 private:
  static constexpr std::size_t longest_way = 8;

  // What a join has changed: the members of `from` follow those of `to`, whose last one was this.
  struct Join {
    Node from, to, last;
    Integer shift;
  };

  IndexTable node_of_;   // of the monomials
  std::unordered_map<Polynomial, Node> node_of_sum_;
  std::unordered_map<Node, Polynomial> sums_;
  std::vector<Monomial> monomials_;
  ProofForest links_;   // by a literal with p = 0, where p = sign · (node - parent - …)
  std::vector<Node> representative_;
  std::vector<Integer> difference_;   // to the representative
  // The members of a class are a list that begins with its representative.
  std::vector<Node> next_;            // member -> the next one, or none
  std::vector<Node> last_;            // representative -> the last member
  std::vector<std::uint32_t> size_;   // representative -> how many members
  std::vector<Join> joins_;

  Node new_node(Monomial monomial);
  std::size_t slot_of(const Monomial& monomial, std::uint64_t hash) const;
  std::vector<Node> members(Node representative) const;
  Node node(const Monomial& monomial);
  // x = y + by, which the literal's polynomial says with this sign.
  std::vector<Node> join(Node x, Node y, Integer by, Literal literal, std::int8_t sign);
};

}   // namespace plato
