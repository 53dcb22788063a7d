// Which monomials differ by a known number, and by which equalities.
//
// Equalities x = y + c and x = c are most of what a chain of assignments says, and need no simplex: they join the nodes
// of a forest, in which the way from one node to another is the explanation (Nieuwenhuis and Oliveras, "Proof-producing
// congruence closure", RTA 2005). A class is relabelled when it joins a larger one, so that looking up is immediate.
#pragma once

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "arithmetic/arithmetic_facts.hpp"
#include "logic/formula_table.hpp"
#include "numbers/polynomial.hpp"

namespace plato {

class EqualityForest {
 public:
  using Node = std::uint32_t;

  EqualityForest() { new_node({}); }   // the number 0

  // Takes notice of p = 0, which the literal says, if it is of the right form and new. Others are not needed: if they
  // are contradictory, `reduced` shows it. Returns the nodes for which `reduced` puts something else now.
  std::vector<Node> add(const Polynomial& p, Literal literal);
  const Monomial& monomial(Node node) const { return monomials_[node]; }

  // The polynomial with every monomial replaced by the representative of its class and the difference to it.
  Polynomial reduced(const Polynomial& p) const;

  // Multiples of the literals' polynomials (with the sign as given to `add`) which added up are p - reduced(p).
  // Neighbours on the path are neighbours in the list, so that partial sums are short.
  struct Part {
    Literal literal;
    Integer multiplier;
  };
  std::vector<Part> explanation(const Polynomial& p) const;
  // How many equalities lie between one of p's monomials and the end of its way.
  std::size_t longest_way_of(const Polynomial& p) const;

  // Shortens the ways from p's monomials: where one is long, literals for equalities with its end are asked for, which
  // take the place of the way to there. Without this, many explanations by a long chain are quadratic together.
  // `make` gets a polynomial and the parts that add up to it, and makes a literal that says that it is 0.
  using MakeShortcut = std::function<Literal(const Polynomial&, const std::vector<Part>&)>;
  void shorten(const Polynomial& p, const MakeShortcut& make, const std::function<Polynomial(Literal)>& polynomial_of);

 private:
  static constexpr Node zero = 0;
  static constexpr std::size_t longest_way = 8;

  // p = sign · (node - parent - …)
  struct Link {
    Node parent;
    Literal literal = 0;   // 0 at a root
    std::int8_t sign = 1;
  };

  std::unordered_map<Monomial, Node> node_of_;
  std::vector<Monomial> monomials_;
  std::vector<Link> links_;
  std::vector<Node> representative_;
  std::vector<Integer> difference_;          // to the representative
  std::vector<std::vector<Node>> members_;   // of a representative's class

  Node new_node(Monomial monomial);
  Node node(const Monomial& monomial);
  void make_root(Node node);
};

}   // namespace plato
