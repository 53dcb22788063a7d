// Work on several threads, with results in order.

#include "system/work_in_order.hpp"

#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <stdexcept>

using namespace plato;

TEST_CASE("results are taken in the order in which jobs were given") {
  for (const std::size_t workers : {std::size_t{1}, std::size_t{2}, std::size_t{5}}) {
    WorkInOrder<int> work(workers);
    int given = 0;
    for (int i = 0; i < 40; ++i) {
      for (; given < 40 && work.has_room(); ++given)
        work.give([given] {
          std::this_thread::sleep_for(std::chrono::microseconds((given * 7) % 5 * 100));   // later ones may be faster
          return given;
        });
      CHECK(work.take() == i);
    }
    CHECK(work.is_empty());
  }
}

TEST_CASE("one worker does a job when its result is taken") {
  WorkInOrder<int> work(1);
  int done = 0;
  work.give([&] { return ++done; });
  CHECK(done == 0);
  CHECK_FALSE(work.has_room());
  CHECK(work.take() == 1);
}

TEST_CASE("what a job throws is thrown where its result is taken") {
  for (const std::size_t workers : {std::size_t{1}, std::size_t{2}}) {
    WorkInOrder<int> work(workers);
    work.give([]() -> int { throw std::runtime_error("lost"); });
    work.give([] { return 2; });
    CHECK_THROWS_WITH(work.take(), "lost");
    CHECK(work.take() == 2);
  }
}

TEST_CASE("what nobody takes is not waited for, but for what is under way") {
  std::atomic<int> begun = 0;
  {
    WorkInOrder<int> work(2);
    for (int i = 0; i < 100; ++i)
      work.give([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return ++begun;
      });
    work.take();
  }
  CHECK(begun < 100);
}
