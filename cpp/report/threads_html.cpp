// See threads_html.hpp. The places of a thread stand one below the other, in the order of the text. A way to the next
// place is an arrow downwards; any other way is an arc at the left.

#include "report/threads_html.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "explore/seen_threads.hpp"
#include "report/html_text.hpp"

namespace plato {
namespace {

constexpr std::size_t most_views = 50'000;

// In pixels; a character of the picture's font is about 7.3 wide.
constexpr std::size_t place_width = 700, place_height = 44, place_row = 64, place_padding = 12, lane_step = 10;
constexpr std::size_t place_characters = (place_width - 2 * place_padding) / 15 * 2;

struct Arc {
  std::size_t from = 0, to = 0, lane = 0;
  std::size_t top() const { return std::min(from, to); }
  std::size_t bottom() const { return std::max(from, to); }
};

// Arcs that pass the same places run in different lanes; short ones are nearest to the boxes.
std::vector<Arc> arcs_of(const SeenThread& thread) {
  std::vector<Arc> arcs;
  for (std::size_t i = 0; i < thread.places.size(); ++i)
    for (const std::size_t to : thread.places[i].leads_to)
      if (to != i + 1) arcs.push_back({i, to});
  std::ranges::stable_sort(arcs, {}, [](const Arc& arc) { return arc.bottom() - arc.top(); });
  for (std::size_t i = 0; i < arcs.size(); ++i)
    for (bool is_free = false; !is_free;) {
      is_free = std::none_of(arcs.begin(), arcs.begin() + static_cast<std::ptrdiff_t>(i), [&](const Arc& other) {
        return other.lane == arcs[i].lane && other.top() <= arcs[i].bottom() && arcs[i].top() <= other.bottom();
      });
      if (!is_free) ++arcs[i].lane;
    }
  return arcs;
}

std::string place_svg(const CoreProgram& core, const SeenPlace& place, std::size_t x, std::size_t y) {
  const std::string at = place_text(core, place);
  const std::string line =
      place.next.empty() ? "" : fmt::format("line {}: ", core.provenance.statements[place.next[0] - 1].where.line);
  std::string out = fmt::format("<g class=\"step\"><title>{}</title>\n", escape_html(line + at + ": " + place.formula));
  out += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"6\"/>", x, y, place_width, place_height);
  out += fmt::format("<text class=\"statement\" x=\"{}\" y=\"{}\">{}</text>", x + place_padding, y + 18,
                     escape_html(shortened_text(line + at, place_characters)));
  return out + fmt::format("<text class=\"changes\" x=\"{}\" y=\"{}\">{}</text></g>\n", x + place_padding, y + 35,
                           escape_html(shortened_text(place.formula, place_characters)));
}

std::string picture(const CoreProgram& core, const SeenThread& thread, std::size_t number) {
  const std::vector<Arc> arcs = arcs_of(thread);
  std::size_t lanes = 0;
  for (const Arc& arc : arcs) lanes = std::max(lanes, arc.lane + 1);
  const std::size_t left = (lanes + 1) * lane_step + 2 * place_padding, width = left + place_width + place_padding,
                    height = thread.places.size() * place_row;
  const auto top_of = [](std::size_t place) { return place * place_row + 4; };
  std::string out = fmt::format(
      "<svg class=\"lanes\" role=\"img\" aria-labelledby=\"thread-{2}\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\">\n<title id=\"thread-{2}\">Where the thread can be, and what it sees there.</title>\n"
      "<defs><marker id=\"arrow-{2}\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" "
      "orient=\"auto\"><path class=\"head\" d=\"M0 0L8 4L0 8z\"/></marker></defs>\n",
      width, height, number);
  const auto arrow = [&](const std::string& path) {
    out += fmt::format("<path class=\"way\" marker-end=\"url(#arrow-{})\" d=\"{}\"/>\n", number, path);
  };
  for (std::size_t i = 0; i + 1 < thread.places.size(); ++i)
    if (std::ranges::find(thread.places[i].leads_to, i + 1) != thread.places[i].leads_to.end())
      arrow(fmt::format("M{} {}V{}", left + place_width / 2, top_of(i) + place_height, top_of(i + 1)));
  for (const Arc& arc : arcs)
    arrow(fmt::format("M{0} {1}H{2}V{3}H{0}", left, top_of(arc.from) + place_height * 2 / 3,
                      left - place_padding - (arc.lane + 1) * lane_step, top_of(arc.to) + place_height / 3));
  for (std::size_t i = 0; i < thread.places.size(); ++i) out += place_svg(core, thread.places[i], left, top_of(i));
  return out + "</svg>\n";
}

std::string name_of(const CoreProgram& core, const SeenThread& thread) {
  return fmt::format("{}, tid {}", core.program.families[thread.family].name, identifiers_text(thread));
}

// What the others do: its rely.
std::string environment(const CoreProgram& core, const std::vector<SeenThread>& threads, std::size_t at) {
  std::string items;
  for (std::size_t i = 0; i < threads.size(); ++i) {
    if (i == at && threads[i].identifiers.size() == 1) continue;
    for (const std::string& step : threads[i].guarantee)
      items += fmt::format("<li>{}: <code>{}</code></li>\n", escape_html(name_of(core, threads[i])), escape_html(step));
  }
  if (items.empty()) return "<p>The others change nothing that it sees.</p>\n";
  return "<details><summary>What the others do meanwhile; <code>tid</code> is then theirs</summary><ul>\n" + items +
         "</ul></details>\n";
}

}   // namespace

std::string threads_html(const Checked& checked) {
  const auto* certified = std::get_if<Certified>(&checked.outcome);
  if (certified == nullptr || !certified->closed || certified->closed->kind != ClosedProgram::Kind::views) return {};
  if (certified->closed->count > most_views) return {};
  const CoreProgram& core = *checked.program;
  const auto views =
      find_thread_views(core.program, core.specification,
                        {.keeps_views = true, .exposed = certified->closed->exposed, .few = certified->closed->few});
  if (!views) return {};
  const std::vector<SeenThread> threads = seen_threads(core, *views);
  std::string out =
      "<p>Each thread was run by itself, among the steps that the others are seen to make. A box is a place where it "
      "can be, with what is true of all that it sees there.</p>\n";
  for (std::size_t i = 0; i < threads.size(); ++i)
    out += fmt::format(
        "<h3>{0}</h3>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{0}\">{1}</div>\n{2}",
        escape_html(name_of(core, threads[i])), picture(core, threads[i], i + 1), environment(core, threads, i));
  return out;
}

}   // namespace plato
