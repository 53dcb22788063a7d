// See message.hpp.

#include "source/message.hpp"

#include "text/source_window.hpp"

namespace plato {

std::string render(const Message& message, std::string_view kind, std::string_view file, std::string_view source) {
  std::string out = message_at(message.where, kind, message.text + code_mark(message.code), file, source);
  for (const RelatedPlace& related : message.related)
    out += message_at(related.where, "note", related.text, file, source);
  for (const std::string& note : message.notes) out += "  note: " + note + "\n";
  for (const std::string& help : message.help) out += "  help: " + help + "\n";
  return out;
}

std::string message_at(const SourceRange& where, std::string_view kind, std::string_view text, std::string_view file,
                       std::string_view source) {
  std::string out(file);
  if (where.line != 0) out += ":" + std::to_string(where.line) + ":" + std::to_string(where.column);
  out += ": " + std::string(kind) + ": " + std::string(text) + "\n";
  return where.line == 0 ? out : out + source_window(source, where.line, where.column);
}

}   // namespace plato
