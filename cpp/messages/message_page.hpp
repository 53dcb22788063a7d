// The pages of docs/messages, which are part of the program, and finding one.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace plato {

struct MessagePage {
  std::string_view code;   // "P101"
  std::string_view text;   // the whole page; its first line is "# P101: TITLE"
};

// In the order of their codes.
std::span<const MessagePage> message_pages();

// What follows the code in the first line.
std::string_view title_of(const MessagePage& page);

// The page of a code, with its letter in either case or without it; null if there is none.
const MessagePage* find_page(std::string_view code);

// The pages that are meant most likely by what is no code: those whose title has the word, or whose codes are similar.
std::vector<const MessagePage*> similar_pages(std::string_view word);

// A line for each page.
std::string list_pages(std::span<const MessagePage* const> pages);

}   // namespace plato
