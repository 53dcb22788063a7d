// How fast emitted code is on our runtime, beside the same loops written directly in C++.
//
//     runtime_bench [<file with lines "name nanoseconds">]
//
// The file holds Lean's own evaluation, in nanoseconds for each operation. Prints a table in Markdown. Times are the
// best of several runs; what counts are the ratios.
#include "loops.hpp"

#include <lean_runtime.hpp>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <limits>
#include <map>
#include <string>

extern "C" {
lean_object* initialize_RuntimeBench(uint8_t builtin);
lean_object* bench_natural(lean_object* n);
lean_object* bench_integer(lean_object* n);
lean_object* bench_factorial(lean_object* n);
lean_object* bench_square(lean_object* n);
lean_object* bench_array_fill(lean_object* n);
lean_object* bench_array_update(lean_object* n);
lean_object* bench_array_sum(lean_object* n);
lean_object* bench_byte_scan(lean_object* n);
lean_object* bench_list(lean_object* n);
lean_object* bench_tree(lean_object* n);
lean_object* bench_closure(lean_object* n);
}

namespace {

struct Loop {
  const char* name;
  lean_object* (*ours)(lean_object*);
  std::size_t (*direct)(std::size_t);
  std::size_t operations;
};

constexpr Loop all_loops[] = {
    {"natural", bench_natural, loops::natural, 20'000'000},
    {"integer", bench_integer, loops::integer, 10'000'000},
    {"factorial", bench_factorial, loops::factorial, 5'000},
    {"square", bench_square, loops::square, 200'000},
    {"array_fill", bench_array_fill, loops::array_fill, 5'000'000},
    {"array_update", bench_array_update, loops::array_update, 20'000'000},
    {"array_sum", bench_array_sum, loops::array_sum, 50'000'000},
    {"byte_scan", bench_byte_scan, loops::byte_scan, 50'000'000},
    {"list", bench_list, loops::list, 10'000'000},
    {"tree", bench_tree, loops::tree, 1'000'000},
    {"closure", bench_closure, loops::closure, 10'000'000},
};

// The processor time of this thread in nanoseconds; other work on the machine disturbs it less than the clock on the
// wall.
double processor_time() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

// The best time of several runs, in nanoseconds for each operation.
template <class Run>
double measure(std::size_t operations, Run run) {
  double best = std::numeric_limits<double>::max();
  for (int round = 0; round < 7; ++round) {
    const double start = processor_time();
    run();
    best = std::min(best, (processor_time() - start) / static_cast<double>(operations));
  }
  return best;
}

std::map<std::string, double> read_times(const char* path) {
  std::map<std::string, double> times;
  std::ifstream file(path);
  std::string name;
  for (double time; file >> name >> time;) times[name] = time;
  return times;
}

}   // namespace

int main(int argc, char** argv) {
  lean_runtime::initialise(initialize_RuntimeBench);
  const auto evaluated = argc > 1 ? read_times(argv[1]) : std::map<std::string, double>{};
  std::puts("| loop | operations | ours, ns | C++, ns | ours / C++ | Lean #eval, ns |");
  std::puts("|---|---:|---:|---:|---:|---:|");
  for (const Loop& loop : all_loops) {
    std::size_t our_result = 0, direct_result = 0;
    const double ours = measure(loop.operations, [&] {
      const lean_runtime::Call call;
      our_result = lean_unbox(loop.ours(lean_box(loop.operations)));
    });
    const double direct = measure(loop.operations, [&] { direct_result = loop.direct(loop.operations); });
    if (our_result != direct_result) {
      std::fprintf(stderr, "%s: ours gives %zu, C++ gives %zu\n", loop.name, our_result, direct_result);
      return 1;
    }
    const auto known = evaluated.find(loop.name);
    std::printf("| %s | %zu | %.2f | %.2f | %.2f | ", loop.name, loop.operations, ours, direct, ours / direct);
    known == evaluated.end() ? std::puts("|") : (std::printf("%.0f |\n", known->second), 0);
  }
}
