// The certificate calculus, rule by rule; see logic_oracle.hpp.

#include "logic_oracle.hpp"

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <map>
#include <set>
#include <sstream>
#include <vector>

namespace plato::test {
namespace {

using Int = boost::multiprecision::cpp_int;
using Poly = std::map<std::vector<long>, Int>;   // atoms of a monomial, ascending -> coefficient, never 0
using Clause = std::vector<long>;

struct Objection {
  std::string message;
};
void require(bool condition, const std::string& message) {
  if (!condition) throw Objection{message};
}

struct Item {
  char kind = 0;
  std::vector<long> parts;   // terms, literals, names: as on the line
  Int value;                 // of a numeral
};

// Which parts of a line are what: t a term, l a literal, f a formula, n a name.
std::string term_shape(char kind) {
  switch (kind) {
    case 'n': return "";
    case 'v': return "nn";
    case 'y': case 'b': return "n";
    case '+': case '-': case '*': case '/': case '%': case 'P': case 's': case 'D': return "tt";
    case 'u': return "ttt";
    case 'k': return "t";
    case 'I': return "ltt";
    case 'w': return "f";
    default: return "?";
  }
}

struct Fact {
  Poly p;
  bool equal = false;
};

Poly plus(Poly a, const Poly& b, const Int& factor) {
  for (const auto& [monomial, coefficient] : b) {
    Int& here = a[monomial];
    here += factor * coefficient;
    if (here == 0) a.erase(monomial);
  }
  return a;
}
Poly times(const Poly& a, const Poly& b) {
  Poly result;
  for (const auto& [m, c] : a)
    for (const auto& [n, d] : b) {
      std::vector<long> monomial = m;
      monomial.insert(monomial.end(), n.begin(), n.end());
      std::sort(monomial.begin(), monomial.end());
      result = plus(std::move(result), {{monomial, c * d}}, 1);
    }
  return result;
}
Int constant_of(const Poly& p) {
  const auto found = p.find({});
  return found == p.end() ? Int(0) : found->second;
}
bool is_constant(const Poly& p) { return p.empty() || (p.size() == 1 && p.begin()->first.empty()); }
Int floor_div(const Int& a, const Int& b) {
  Int q = a / b;
  if (a % b != 0 && (a < 0) != (b < 0)) --q;
  return q;
}

class Checker {
 public:
  void run(std::string_view text) {
    std::size_t line_number = 0;
    while (!text.empty()) {
      const std::size_t end = text.find('\n');
      ++line_number;
      try {
        require(end != std::string_view::npos, "no line feed at the end");
        require(!finished_, "a line after the empty clause");
        line(std::string(text.substr(0, end)), line_number);
      } catch (Objection& objection) {
        throw Objection{"line " + std::to_string(line_number) + ": " + objection.message + ": " +
                        std::string(text.substr(0, std::min<std::size_t>(end, 200)))};
      }
      text.remove_prefix(end + 1);
    }
    require(finished_, "no empty clause");
  }

 private:
  std::vector<Item> terms_{1}, formulas_{1};
  std::vector<std::optional<Clause>> clauses_{1};
  std::map<long, Poly> polynomials_;
  std::vector<long> loose_terms_{0}, loose_formulas_{0};
  bool in_proof_ = false, finished_ = false;

  // ---- access

  const Item& term(long id) const {
    require(id >= 1 && static_cast<std::size_t>(id) < terms_.size(), "no such term");
    return terms_[static_cast<std::size_t>(id)];
  }
  const Item& formula(long id) const {
    require(id >= 1 && static_cast<std::size_t>(id) < formulas_.size(), "no such formula");
    return formulas_[static_cast<std::size_t>(id)];
  }
  const Item& of_literal(long literal) const { return formula(std::abs(literal)); }
  long loose_of(long formula_id) const { return loose_formulas_[static_cast<std::size_t>(formula_id)]; }

  // ---- lines

  void line(const std::string& text, std::size_t number) {
    if (number == 1) return require(text == "plato certificate 1", "first line");
    if (number == 2) return require(text == "claim unsatisfiable", "second line");
    if (text.starts_with("#")) return;
    std::istringstream in(text);
    std::string keyword;
    in >> keyword;
    if (keyword == "proof") {
      require(!in_proof_, "proof twice");
      in_proof_ = true;
      return;
    }
    require(keyword.size() == 1, "keyword");
    const char kind = keyword[0];
    if (kind == 'n') {
      std::string digits;
      in >> digits;
      return add_term({kind, {}, Int(digits)});
    }
    std::vector<std::string> words;
    for (std::string word; in >> word;) words.push_back(word);
    if (kind == 'f') return add_clause(arithmetic(words));
    std::vector<long> numbers;
    std::vector<long> hints;
    bool after_colon = false;
    for (const std::string& word : words) {
      if (word == ":") after_colon = true;
      else (after_colon ? hints : numbers).push_back(std::stol(word));
    }
    if (term_shape(kind) != "?") return add_term({kind, numbers, 0});
    switch (kind) {
      case 'a': case 't': case '&': case '|': case '>': case '=': case '?': case 'l': case 'e': case 'm': case 'A':
        return add_formula({kind, numbers, 0});
      case '!':
        require(!in_proof_, "assertion in the proof");
        of_literal(numbers.at(0));
        clauses_.push_back(Clause{numbers.at(0)});
        return;
      default: break;
    }
    require(in_proof_, "step before the proof");
    switch (kind) {
      case 'd': return add_clause(definition(numbers.at(0), numbers.at(1)));
      case 'r': return propagate(numbers, hints);
      case 'x':
        for (long clause : numbers) clauses_.at(static_cast<std::size_t>(clause)).reset();
        return;
      case 'c': return add_clause(congruence(numbers));
      case 'q': return add_clause(map_axiom(numbers));
      case 'j': return add_clause(choice(numbers));
      case 'i': case 'o': return add_clause(instance(kind == 'i', numbers));
      default: throw Objection{"unknown keyword"};
    }
  }

  void add_term(Item item) {
    const std::string shape = term_shape(item.kind);
    require(shape.size() == item.parts.size(), "number of parts");
    long loose = item.kind == 'b' ? item.parts[0] + 1 : 0;
    for (std::size_t i = 0; i < shape.size(); ++i) {
      if (shape[i] == 't') {
        term(item.parts[i]);
        loose = std::max(loose, loose_terms_[static_cast<std::size_t>(item.parts[i])]);
      }
      if (shape[i] == 'l' || shape[i] == 'f') {
        of_literal(item.parts[i]);
        loose = std::max(loose, loose_of(std::abs(item.parts[i])));
      }
    }
    if (item.kind == 'w') require(item.parts[0] > 0 && formula(item.parts[0]).kind == 'A', "witness of no ∀");
    terms_.push_back(std::move(item));
    loose_terms_.push_back(loose);
  }
  void add_formula(Item item) {
    long loose = 0;
    const bool of_terms = item.kind == 'l' || item.kind == 'e' || item.kind == 'm';
    if (of_terms) require(item.parts.size() == 2, "two terms expected");
    for (long part : item.parts) {
      if (item.kind == 'a') continue;
      if (of_terms) term(part);
      else of_literal(part);
      loose = std::max(loose, of_terms ? loose_terms_[static_cast<std::size_t>(part)] : loose_of(std::abs(part)));
    }
    if (item.kind == 'A' && loose > 0) --loose;
    formulas_.push_back(std::move(item));
    loose_formulas_.push_back(loose);
  }
  void add_clause(Clause clause) {
    finished_ = clause.empty();
    clauses_.push_back(std::move(clause));
  }

  // ---- propositional steps

  Clause definition(long e, long k) const {
    const Item& f = formula(e);
    const auto p = [&](std::size_t i) { return f.parts.at(i); };
    const auto n = static_cast<long>(f.parts.size());
    std::vector<Clause> all;
    switch (f.kind) {
      case 't': all = {{e}}; break;
      case '&': case '|': {
        const long sign = f.kind == '&' ? 1 : -1;
        if (k == 0) {
          Clause clause{sign * e};
          for (long part : f.parts) clause.push_back(-sign * part);
          return clause;
        }
        require(k >= 1 && k <= n, "no such definition clause");
        return {-sign * e, sign * p(static_cast<std::size_t>(k) - 1)};
      }
      case '>': all = {{-e, -p(0), p(1)}, {e, p(0)}, {e, -p(1)}}; break;
      case '=': all = {{-e, -p(0), p(1)}, {-e, p(0), -p(1)}, {e, p(0), p(1)}, {e, -p(0), -p(1)}}; break;
      case '?': all = {{-e, -p(0), p(1)}, {-e, p(0), p(2)}, {e, -p(0), -p(1)}, {e, p(0), -p(2)}}; break;
      default: break;
    }
    require(k >= 0 && static_cast<std::size_t>(k) < all.size(), "no such definition clause");
    return all[static_cast<std::size_t>(k)];
  }

  void propagate(const Clause& clause, const std::vector<long>& hints) {
    std::set<long> false_literals;
    for (long literal : clause) {
      of_literal(literal);
      false_literals.insert(literal);
    }
    for (long hint : hints) {
      require(hint >= 1 && static_cast<std::size_t>(hint) < clauses_.size(), "no such clause");
      const auto& cited = clauses_[static_cast<std::size_t>(hint)];
      require(cited.has_value(), "a deleted clause is cited");
      std::vector<long> open;
      for (long literal : *cited)
        if (!false_literals.contains(literal)) open.push_back(literal);
      if (open.empty()) return add_clause(clause);
      require(open.size() == 1, "a hint is not unit");
      false_literals.insert(-open[0]);
    }
    throw Objection{"the hints lead to no conflict"};
  }

  // ---- equality and maps

  // The formula of a literal with this sign is an equality of this kind between two terms.
  void between(long literal, char kind, long a, long b, bool positive) const {
    require((literal > 0) == positive, "wrong sign");
    const Item& f = of_literal(literal);
    require(f.kind == kind, "wrong kind of equality");
    require((f.parts[0] == a && f.parts[1] == b) || (f.parts[0] == b && f.parts[1] == a), "not between the terms");
  }
  std::pair<long, long> sides(long literal, char kind) const {
    const Item& f = of_literal(literal);
    require(f.kind == kind, "wrong kind of formula");
    return {f.parts[0], f.parts[1]};
  }

  Clause congruence(const Clause& line) const {
    require(!line.empty() && line.back() > 0, "congruence ends with an equality");
    const Item& e = of_literal(line.back());
    require(e.kind == 'e' || e.kind == 'm', "congruence ends with an equality");
    const Item &t = term(e.parts[0]), &u = term(e.parts[1]);
    require(t.kind == u.kind, "different heads");
    const std::string ints = "+-*/%PsD", maps = "uk";
    require((e.kind == 'e' ? ints : maps).find(t.kind) != std::string::npos, "no congruence for this head");
    std::size_t next = 0;
    for (std::size_t i = 0; i < t.parts.size(); ++i) {
      if (t.parts[i] == u.parts[i]) continue;
      require(next + 1 < line.size(), "a premise is missing");
      const bool is_map = t.kind == 'D' || ((t.kind == 's' || t.kind == 'u') && i == 0);
      between(line[next++], is_map ? 'm' : 'e', t.parts[i], u.parts[i], false);
    }
    require(next + 1 == line.size(), "too many premises");
    return line;
  }

  // s W J in one of the sides of an equality, the other side being `other`; tries both.
  Clause map_axiom(const std::vector<long>& line) const {
    require(!line.empty(), "which axiom?");
    const Clause clause(line.begin() + 1, line.end());
    const auto count = [&](std::size_t least, std::size_t most) {
      require(clause.size() >= least && clause.size() <= most, "number of literals");
    };
    switch (line[0]) {
      case 0: case 1: {
        count(line[0] == 0 ? 1 : 2, 2);
        require(clause.back() > 0, "wrong sign");
        const auto [x, y] = sides(clause.back(), 'e');
        require(line[0] == 0 ? written(x, y, clause) || written(y, x, clause) : kept(x, y, clause) || kept(y, x, clause),
                "not read over write");
        return clause;
      }
      case 2: {
        count(1, 1);
        require(clause[0] > 0, "wrong sign");
        const auto [x, y] = sides(clause[0], 'e');
        const auto reads = [&](long s, long v) {
          return term(s).kind == 's' && term(term(s).parts[0]).kind == 'k' && term(term(s).parts[0]).parts[0] == v;
        };
        require(reads(x, y) || reads(y, x), "not a constant map");
        return clause;
      }
      case 3: {
        count(2, 2);
        require(clause[0] > 0 && clause[1] < 0, "wrong sign");
        const auto [a, b] = sides(clause[0], 'm');
        const auto [x, y] = sides(clause[1], 'e');
        const auto reads = [&](long s, long map) {
          if (term(s).kind != 's' || term(s).parts[0] != map) return false;
          const Item& index = term(term(s).parts[1]);
          return index.kind == 'D' && index.parts[0] == a && index.parts[1] == b;
        };
        require((reads(x, a) && reads(y, b)) || (reads(x, b) && reads(y, a)), "not extensionality");
        return clause;
      }
      case 4: {
        count(1, 1);
        const auto [a, b] = sides(clause[0], 'm');
        require(clause[0] > 0 && a == b, "not reflexivity");
        return clause;
      }
      case 5: {
        count(2, 2);
        const auto [a, b] = sides(clause[0], 'm');
        require(clause[0] < 0, "wrong sign");
        between(clause[1], 'm', a, b, true);
        return clause;
      }
      case 6: {
        count(3, 3);
        require(clause[0] < 0 && clause[1] < 0 && clause[2] > 0, "wrong sign");
        const auto [a, b] = sides(clause[0], 'm');
        const auto [c, d] = sides(clause[1], 'm');
        const auto [x, y] = sides(clause[2], 'm');
        for (const auto& [p, q] : {std::pair{a, b}, std::pair{b, a}})
          for (const auto& [r, s] : {std::pair{c, d}, std::pair{d, c}})
            if (q == r && ((p == x && s == y) || (p == y && s == x))) return clause;
        throw Objection{"not transitivity"};
      }
      default: throw Objection{"no such axiom"};
    }
  }
  // x is s W J, W is u M I V, y is V, and the premise says I = J.
  bool written(long x, long y, const Clause& clause) const {
    if (term(x).kind != 's') return false;
    const Item& w = term(term(x).parts[0]);
    if (w.kind != 'u' || w.parts[2] != y) return false;
    const long i = w.parts[1], j = term(x).parts[1];
    if (clause.size() == 1) return i == j;
    between(clause[0], 'e', i, j, false);
    return true;
  }
  // x is s W J, W is u M I V, y is s M J, and the premise says I = J.
  bool kept(long x, long y, const Clause& clause) const {
    if (term(x).kind != 's' || term(y).kind != 's') return false;
    const Item& w = term(term(x).parts[0]);
    if (w.kind != 'u' || w.parts[0] != term(y).parts[0] || term(x).parts[1] != term(y).parts[1]) return false;
    between(clause[0], 'e', w.parts[1], term(x).parts[1], true);
    return true;
  }

  Clause choice(const std::vector<long>& line) const {
    require(line.size() == 3 && (line[0] == 0 || line[0] == 1) && line[2] > 0, "shape of j");
    const Item& e = of_literal(line[2]);
    require(e.kind == 'e' || e.kind == 'm', "j ends with an equality");
    for (const auto& [x, y] : {std::pair{e.parts[0], e.parts[1]}, std::pair{e.parts[1], e.parts[0]}}) {
      const Item& t = term(x);
      if (t.kind != 'I') continue;
      if (line[1] == (line[0] == 0 ? -t.parts[0] : t.parts[0]) && y == t.parts[line[0] == 0 ? 1 : 2])
        return {line[1], line[2]};
    }
    throw Objection{"not the definition of an if-then-else"};
  }

  // ---- quantifiers

  Clause instance(bool is_instantiation, const std::vector<long>& line) const {
    require(line.size() == 3, "shape of i or o");
    const long e = line[0], t = line[1], l = line[2];
    require(e > 0 && formula(e).kind == 'A', "not a ∀");
    require(loose_terms_[static_cast<std::size_t>(t)] == 0, "the term has loose bound variables");
    if (!is_instantiation) require(term(t).kind == 'w' && term(t).parts[0] == e, "not the witness");
    const long body = formula(e).parts[0];
    of_literal(l);
    require((body > 0) == (l > 0) && is_instance(std::abs(body), std::abs(l), t), "not the instance");
    return is_instantiation ? Clause{-e, l} : Clause{e, -l};
  }

  // The second formula is the first with bound variable 0 replaced by the term.
  bool is_instance(long from, long to, long by) const {
    struct Pair {
      bool is_formula;
      long from, to, depth;
      auto operator<=>(const Pair&) const = default;
    };
    std::set<Pair> seen;
    std::vector<Pair> pending;
    const auto meet = [&](const Pair& pair) {
      const long loose = pair.is_formula ? loose_of(pair.from) : loose_terms_[static_cast<std::size_t>(pair.from)];
      if (pair.from == pair.to && loose <= pair.depth) return;
      if (seen.insert(pair).second) pending.push_back(pair);
    };
    meet({true, from, to, 0});
    while (!pending.empty()) {
      const Pair at = pending.back();
      pending.pop_back();
      const Item& a = at.is_formula ? formula(at.from) : term(at.from);
      const Item& b = at.is_formula ? formula(at.to) : term(at.to);
      if (!at.is_formula && a.kind == 'b' && a.parts[0] == at.depth) {
        if (at.to == by) continue;
        meet({false, by, at.to, 1L << 40});   // structurally the same term
        continue;
      }
      if (a.kind != b.kind || a.parts.size() != b.parts.size() || a.value != b.value) return false;
      const std::string shape = at.is_formula ? std::string(a.parts.size(), a.kind == 'a' ? 'n' : std::string("lem").find(a.kind) != std::string::npos ? 't' : 'l')
                                              : term_shape(a.kind);
      for (std::size_t i = 0; i < a.parts.size(); ++i) {
        if (shape[i] == 'n') {
          if (a.parts[i] != b.parts[i]) return false;
        } else if (shape[i] == 't') {
          meet({false, a.parts[i], b.parts[i], at.depth});
        } else {
          if ((a.parts[i] > 0) != (b.parts[i] > 0)) return false;
          meet({true, std::abs(a.parts[i]), std::abs(b.parts[i]), at.depth + (at.is_formula && a.kind == 'A' ? 1 : 0)});
        }
      }
    }
    return true;
  }

  // ---- arithmetic

  const Poly& polynomial(long id) {
    std::vector<long> pending{id};
    while (!pending.empty()) {
      const long at = pending.back();
      if (polynomials_.contains(at)) {
        pending.pop_back();
        continue;
      }
      const Item& t = term(at);
      if (t.kind == 'n') {
        polynomials_[at] = t.value == 0 ? Poly{} : Poly{{{}, t.value}};
        continue;
      }
      if (t.kind != '+' && t.kind != '-' && t.kind != '*') {
        polynomials_[at] = {{{at}, 1}};
        continue;
      }
      const std::size_t before = pending.size();
      for (long part : t.parts)
        if (!polynomials_.contains(part)) pending.push_back(part);
      if (pending.size() != before) continue;
      const Poly &a = polynomials_[t.parts[0]], &b = polynomials_[t.parts[1]];
      if (t.kind == '*' && a.size() * b.size() > 1024) polynomials_[at] = {{{at}, 1}};
      else polynomials_[at] = t.kind == '*' ? times(a, b) : plus(a, b, t.kind == '+' ? 1 : -1);
    }
    return polynomials_[id];
  }

  Clause arithmetic(const std::vector<std::string>& words) {
    std::size_t at = 0;
    Clause clause;
    std::vector<Fact> facts;
    std::optional<Poly> goal;
    for (; at < words.size() && words[at] != ":"; ++at) {
      const long literal = std::stol(words[at]);
      clause.push_back(literal);
      const Item& f = of_literal(literal);
      require(f.kind == 'l' || f.kind == 'e', "not an arithmetic literal");
      const Poly t = polynomial(f.parts[0]), u = polynomial(f.parts[1]);
      if (f.kind == 'l')
        facts.push_back({literal < 0 ? plus(u, t, -1) : plus(plus(t, u, -1), {{{}, 1}}, -1), false});
      else if (literal < 0)
        facts.push_back({plus(u, t, -1), true});
      else {
        require(!goal, "two goals");
        goal = plus(u, t, -1);
        facts.push_back({{}, false});
      }
    }
    require(at < words.size(), "no colon");
    ++at;
    const auto is_letter = [&] { return at < words.size() && std::isalpha(static_cast<unsigned char>(words[at][0])); };
    const auto fact = [&](const std::string& word) -> const Fact& {
      const auto index = static_cast<std::size_t>(std::stoul(word));
      require(index < facts.size(), "no such fact");
      return facts[index];
    };
    while (at < words.size()) {
      require(is_letter() && words[at].size() == 1, "an instruction expected");
      const char letter = words[at++][0];
      std::vector<std::string> arguments;
      while (at < words.size() && !is_letter()) arguments.push_back(words[at++]);
      switch (letter) {
        case 'c': {
          require(arguments.size() % 2 == 0, "pairs expected");
          Fact sum{{}, true};
          for (std::size_t i = 0; i < arguments.size(); i += 2) {
            const Int factor(arguments[i]);
            const Fact& part = fact(arguments[i + 1]);
            require(part.equal || factor >= 0, "a negative multiple of an inequality");
            sum.p = plus(std::move(sum.p), part.p, factor);
            sum.equal = sum.equal && part.equal;
          }
          facts.push_back(std::move(sum));
          break;
        }
        case 'z': {
          require(arguments.size() == 1 && !facts.empty(), "shape of z");
          const Int divisor(arguments[0]);
          require(divisor > 0, "division by no positive number");
          Fact divided;
          divided.equal = facts.back().equal;
          for (const auto& [monomial, coefficient] : facts.back().p) {
            if (monomial.empty()) continue;
            require(coefficient % divisor == 0, "a coefficient is not divisible");
            divided.p[monomial] = coefficient / divisor;
          }
          const Int constant = constant_of(facts.back().p);
          if (divided.equal && constant % divisor != 0) {
            divided = {{{{}, -1}}, false};
          } else if (const Int rounded = floor_div(constant, divisor); rounded != 0) {
            divided.p[{}] = rounded;
          }
          facts.push_back(std::move(divided));
          break;
        }
        case 'p': {
          require(arguments.size() == 2, "shape of p");
          const Fact &a = fact(arguments[0]), &b = fact(arguments[1]);
          facts.push_back({times(a.p, b.p), a.equal || b.equal});
          break;
        }
        case 't': {
          require(arguments.size() == 2 && fact(arguments[0]).equal, "shape of t");
          facts.push_back({times(fact(arguments[0]).p, polynomial(std::stol(arguments[1]))), true});
          break;
        }
        case 's': {
          require(arguments.size() == 1, "shape of s");
          const Poly p = polynomial(std::stol(arguments[0]));
          facts.push_back({times(p, p), false});
          break;
        }
        case 'q': {
          require(arguments.size() == 2 || arguments.size() == 3, "shape of q");
          const long q = std::stol(arguments[0]), r = std::stol(arguments[1]);
          require(term(q).kind == '/' && term(r).kind == '%' && term(q).parts == term(r).parts, "not a quotient and its remainder");
          const Poly a = polynomial(term(q).parts[0]), b = polynomial(term(q).parts[1]);
          const Poly quotient{{{q}, 1}}, remainder{{{r}, 1}};
          Poly below;
          if (arguments.size() == 2) {
            require(term(term(q).parts[1]).kind == 'n' && !b.empty(), "the divisor is not a numeral other than 0");
            below = plus(Poly{{{}, abs(constant_of(b))}}, {{{}, 1}}, -1);
          } else {
            const Fact& sign = fact(arguments[2]);
            const Poly positive = plus(b, {{{}, 1}}, -1), negative = plus(plus({}, b, -1), {{{}, 1}}, -1);
            require(!sign.equal && (sign.p == positive || sign.p == negative), "not the sign of the divisor");
            below = sign.p;
          }
          facts.push_back({plus(plus(a, times(b, quotient), -1), remainder, -1), true});
          facts.push_back({remainder, false});
          facts.push_back({plus(below, remainder, -1), false});
          break;
        }
        default: throw Objection{"unknown instruction"};
      }
    }
    require(!facts.empty(), "no facts");
    const Fact& last = facts.back();
    const Int constant = constant_of(last.p);
    if (is_constant(last.p) && (last.equal ? constant != 0 : constant < 0)) return clause;
    if (goal) {
      const Poly opposite = plus({}, *goal, -1);
      if (last.equal && (last.p == *goal || last.p == opposite)) return clause;
      if (facts.size() >= 2 && !last.equal && !facts[facts.size() - 2].equal) {
        const Fact& other = facts[facts.size() - 2];
        if ((last.p == *goal && other.p == opposite) || (last.p == opposite && other.p == *goal)) return clause;
      }
    }
    throw Objection{"the derivation ends neither in a contradiction nor in the goal"};
  }
};

}   // namespace

std::optional<std::string> objection_to(std::string_view certificate) {
  try {
    Checker().run(certificate);
  } catch (Objection& objection) {
    return objection.message;
  } catch (std::exception& error) {
    return std::string("malformed: ") + error.what();
  }
  return std::nullopt;
}

}   // namespace plato::test
