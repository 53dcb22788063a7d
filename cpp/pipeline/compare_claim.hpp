// Whether a certificate is about a file: `plato recheck --against`.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace plato {

struct ClaimComparison {
  std::optional<std::string> difference{};   // what is different, as a sentence; nothing if the claim is the file's
  bool lacks_idle_steps = false;             // they are the same but for steps that do nothing
};

// Whether the certificate's claim is what would be claimed of this file. A problem must be the file's, byte for byte. A
// program must be the file's statement by statement, up to variable numbers and steps that do nothing, as the kernel
// compares them: so the file may be the program without its annotations. The claim must be that it is right, or with
// `wants_refutation` that it is wrong; it may say more than the file asks for.
ClaimComparison compare_claim(const std::string& path, std::string_view certificate, bool wants_refutation = false);

}   // namespace plato
