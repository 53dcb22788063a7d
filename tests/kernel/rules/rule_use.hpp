// One use of a rule, as a whole certificate: the problem denies every literal of the step's clause, the proof is the
// step and the empty clause. So only the step lies between the problem and its refutation.
#pragma once

#include <string>

namespace plato_test {

// The certificate. `tables` are lines of terms and entries; the step is one of f, c, q, j, i.
std::string use_of(const std::string& tables, const std::string& step);

// The kernel certifies it.
void accept(const std::string& tables, const std::string& step);

// The kernel rejects exactly the step, with this message.
void refuse(const std::string& tables, const std::string& step, const std::string& message);

// Likewise; and some values make the clause false, so that accepting it would be unsound.
void refuse_falsehood(const std::string& tables, const std::string& step, const std::string& message);

}   // namespace plato_test
