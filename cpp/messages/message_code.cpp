// See message_code.hpp.

#include "messages/message_code.hpp"

namespace plato {

std::string code_text(MessageCode code) { return "P" + std::to_string(static_cast<unsigned>(code)); }

std::string code_mark(MessageCode code) { return " [" + code_text(code) + "]"; }

}   // namespace plato
