// See message_page.hpp.

#include "messages/message_page.hpp"

#include <algorithm>

namespace plato {
namespace {

constexpr MessagePage pages[] = {
#include "message_pages.inc"
};

char lower(char c) { return 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string lowered(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), lower);
  return result;
}

// How many characters differ in the same place.
std::size_t distance(std::string_view a, std::string_view b) {
  std::size_t count = std::max(a.size(), b.size()) - std::min(a.size(), b.size());
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) count += a[i] != b[i] ? 1 : 0;
  return count;
}

}   // namespace

std::span<const MessagePage> message_pages() { return pages; }

std::string_view title_of(const MessagePage& page) {
  const std::string_view line = page.text.substr(0, page.text.find('\n'));
  const std::size_t colon = line.find(": ");
  return colon == std::string_view::npos ? line : line.substr(colon + 2);
}

const MessagePage* find_page(std::string_view code) {
  const std::string wanted = lowered(code);
  const auto is_it = [&](const MessagePage& page) {
    return lowered(page.code) == wanted || page.code.substr(1) == wanted;
  };
  const auto found = std::ranges::find_if(pages, is_it);
  return found == std::end(pages) ? nullptr : found;
}

std::vector<const MessagePage*> similar_pages(std::string_view word) {
  constexpr std::size_t longest = 40, most = 8;
  std::vector<const MessagePage*> found;
  if (word.empty() || word.size() > longest) return found;
  const std::string wanted = lowered(word);
  const auto take = [&](auto is_similar) {
    for (const MessagePage& page : pages)
      if (found.size() < most && is_similar(page)) found.push_back(&page);
  };
  take([&](const MessagePage& page) { return lowered(title_of(page)).find(wanted) != std::string::npos; });
  if (found.empty()) take([&](const MessagePage& page) { return distance(lowered(page.code), wanted) == 1; });
  return found;
}

std::string list_pages(std::span<const MessagePage* const> listed) {
  std::string text;
  for (const MessagePage* page : listed)
    text += "  " + std::string(page->code) + "  " + std::string(title_of(*page)) + "\n";
  return text;
}

}   // namespace plato
