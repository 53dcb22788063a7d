// Runs a fuzz target on mutations of fresh and given inputs, without any tool's help. (With clang's libFuzzer, which is
// guided by coverage, the same targets are run by tests/fuzz/libfuzzer.)
//
//   fuzz_kernel [--seed N] [--iterations N] [--seconds N] [--keep FILE] [--write FOLDER] [INPUT...]
//
// The inputs, files or folders of files, are mutated along with generated ones. The run depends on the seed and the
// inputs alone. If it breaks, run it again with --keep: the file then holds the input that broke it.
// With --write the folder then has all inputs, for other programs to read.

#include <charconv>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz_target.hpp"
#include "kernel/mutants/generated_certificates.hpp"
#include "system/input_file.hpp"

namespace {

struct Options {
  std::uint64_t seed = 1;
  std::uint64_t iterations = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t seconds = std::numeric_limits<std::uint32_t>::max();
  std::string keep;
  std::string write;
  std::vector<std::string> inputs;
};

[[noreturn]] void usage() {
  std::cerr << "usage: fuzz_TARGET [--seed N] [--iterations N] [--seconds N] [--keep FILE] [--write FOLDER] "
               "[INPUT...]\n";
  std::exit(2);
}

std::uint64_t to_number(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) usage();
  return number;
}

Options parse(int count, char** arguments) {
  Options options;
  for (int i = 1; i < count; ++i) {
    const std::string_view word = arguments[i];
    if (!word.starts_with("--")) {
      options.inputs.emplace_back(word);
      continue;
    }
    if (++i == count) usage();
    if (word == "--seed")
      options.seed = to_number(arguments[i]);
    else if (word == "--iterations")
      options.iterations = to_number(arguments[i]);
    else if (word == "--seconds")
      options.seconds = to_number(arguments[i]);
    else if (word == "--keep")
      options.keep = arguments[i];
    else if (word == "--write")
      options.write = arguments[i];
    else
      usage();
  }
  return options;
}

std::vector<std::string> read_inputs(const std::vector<std::string>& paths) {
  std::vector<std::string> texts;
  for (const std::string& path : paths) {
    if (std::filesystem::is_directory(path)) {
      for (std::string& text : plato_test::read_folder(path)) texts.push_back(std::move(text));
    } else {
      const auto contents = plato::read_file(path);
      if (!contents) {
        std::cerr << contents.error().message << "\n";
        std::exit(2);
      }
      texts.emplace_back(plato::as_text(contents.value()));
    }
  }
  return texts;
}

}   // namespace

int main(int count, char** arguments) {
  const Options options = parse(count, arguments);
  std::cout << "seed " << options.seed << std::endl;
  std::mt19937 random(static_cast<std::mt19937::result_type>(options.seed));
  const auto start = std::chrono::steady_clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };

  std::vector<std::string> pool = read_inputs(options.inputs);
  while (pool.size() < 200) pool.push_back(plato_test::fresh_input(random));
  constexpr std::size_t longest = 20000;
  std::uint64_t done = 0;
  for (; done < options.iterations; ++done) {
    if (done % 256 == 0 && seconds() >= static_cast<double>(options.seconds)) break;
    const std::string input =
        plato_test::mutated_input(pool[random() % pool.size()], pool[random() % pool.size()], random);
    if (!options.keep.empty()) std::ofstream(options.keep, std::ios::binary) << input;
    if (!options.write.empty())
      std::ofstream(options.write + "/" + std::to_string(done) + ".cert", std::ios::binary) << input;
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
    // Some mutants are mutated further; the pool is kept alive by fresh inputs.
    const auto dice = random() % 32;
    if (dice == 0) pool[random() % pool.size()] = plato_test::fresh_input(random);
    if (dice == 1 && input.size() < longest) pool[random() % pool.size()] = input;
  }
  std::cout << done << " inputs, no flaw, " << seconds() << " s" << std::endl;
}
