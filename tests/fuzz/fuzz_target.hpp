// What a fuzzed part of Plato provides: a judgement of any bytes, and bytes worth starting from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>

// Runs the part on the bytes and aborts, with a message, if it misbehaves. The name is libFuzzer's.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace plato_test {

// A well-formed input.
std::string fresh_input(std::mt19937& random);

// The input with a small change; lines may come from the other one.
std::string mutated_input(const std::string& input, const std::string& other, std::mt19937& random);

// Says what went wrong and aborts.
[[noreturn]] void report_flaw(const std::string& flaw);

}   // namespace plato_test
