// Refutations of several files in one certificate.

#include "batches/renumbering.hpp"

#include <catch2/catch.hpp>

#include "batches/batch.hpp"
#include "batches/part_result.hpp"

using namespace plato;

TEST_CASE("what two files make is there once, under one number") {
  // The kernel's conditions have 10 terms and 20 formulas.
  JoinedNumbers joined{.last_term = 10, .last_formula = 20};
  Renumbering first(joined), second(joined);
  CHECK(first.renumbered("n 5\n+ 3 11\nl 11 12\nd 21 0\nr -21 : 1 2\n", joined).value() ==
        "n 5\n+ 3 11\nl 11 12\nd 21 0\nr -21 : 1 2\n");
  // Its term 11 is a new one, and its term 12 and formula 22 are the first one's 11 and 21.
  CHECK(
      second
          .renumbered("n 7\nn 5\n+ 3 12\nl 11 12\nl 12 13\nf -22 4 : t 0 12 c 1 0 -1 1 q 13 11 2 s 11\nr : 3\n", joined)
          .value() == "n 7\nl 13 11\nf -21 4 : t 0 11 c 1 0 -1 1 q 12 13 2 s 13\nr : 3\n");
  CHECK(joined.last_term == 13);
  CHECK(joined.last_formula == 22);
  // Numbers go on through a file.
  CHECK(second.renumbered("x 1 2\no 22 12 21\nr :\n", joined).value() == "x 1 2\no 21 11 22\nr :\n");
}

TEST_CASE("lines that are none, and numbers of what is not there, are refused") {
  for (const std::string line :
       {"condition", "claim safe", "l 12 3", "l 3", "l 3 4 5", "d 0 1", "d 21 0", "r 21 : 1", "& -21", "l 0003 4",
        "l 99999999999 4", "f 3 : t 0 12", "", "nn 3", "! 3", "by refutation"}) {
    INFO(line);
    JoinedNumbers joined{.last_term = 10, .last_formula = 20};
    const auto answer = Renumbering(joined).renumbered("n 1\n" + line + "\n", joined);
    REQUIRE_FALSE(answer.has_value());
    CHECK(answer.error().line == 2);
  }
  JoinedNumbers joined{.last_term = 10, .last_formula = 20};
  CHECK(Renumbering(joined).renumbered("n 1\nl 11 3\nf 3 : t 0 11\n", joined).has_value());
}

TEST_CASE("batches and results are read as they were written") {
  const Batch batch{.part = 2, .parts = 3, .all = 6, .conditions = {{2, "a: b"}, {5, ""}}, .program = "claim\nproof\n"};
  const auto read = read_batch(write_batch(batch));
  REQUIRE(read.has_value());
  CHECK(read->program == batch.program);
  CHECK(read->conditions.size() == 2);
  CHECK(read->conditions[0].says == "a: b");
  const PartResult result{.part = 2,
                          .parts = 3,
                          .program = fingerprint(batch.program),
                          .conditions = {{.number = 2, .refutation = "d 1 0\nr : 1\n", .status = {}},
                                         {.number = 5, .refutation = {}, .status = "unknown why"}}};
  const auto again = read_part_result(write_part_result(result));
  REQUIRE(again.has_value());
  CHECK(again->conditions.at(0).refutation == result.conditions[0].refutation);
  CHECK(again->conditions.at(1).status == "unknown why");
  CHECK(write_part_result(*again) == write_part_result(result));
  CHECK_FALSE(read_batch("plato batch 1\npart 2 of 3\ncondition 5 of 6 x\ncondition 2 of 6 y\nprogram\n").has_value());
  CHECK_FALSE(read_batch("plato batch 1\npart 4 of 3\ncondition 1 of 6 x\nprogram\n").has_value());
  CHECK_FALSE(read_part_result("plato result 1\npart 2 of 3 of program x\nr : 1\nend\n").has_value());
}
