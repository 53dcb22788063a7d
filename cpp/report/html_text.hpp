// Text for a page: everything that comes from a program or a user passes through here.
#pragma once

#include <string>
#include <string_view>

namespace plato {

// The text as content of an element or of a quoted attribute. Any bytes: what is not UTF-8, or a control character that
// a page must not have, becomes U+FFFD.
std::string escape_html(std::string_view text);

// At most `most` characters, the last of them an ellipsis if something is left out.
std::string shortened_text(std::string_view text, std::size_t most);

}   // namespace plato
