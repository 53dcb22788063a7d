// See schedule_html.hpp. Time runs downwards, since statements are wide and schedules are long.

#include "report/schedule_html.hpp"

#include <fmt/format.h>

#include "report/html_text.hpp"

namespace plato {
namespace {

// In pixels; a character of the picture's font is about 7.3 wide.
constexpr std::size_t gutter = 64, lane_width = 300, box_height = 44, row_height = 60, head_height = 40, padding = 12;
constexpr std::size_t most_characters = (lane_width - 3 * padding) / 15 * 2;

std::string joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : ", ") + text;
  return all;
}

std::string values_text(const ReportedSchedule& schedule) {
  std::vector<std::string> texts;
  for (const NamedValues* values : {&schedule.parameters, &schedule.initial})
    for (const auto& [name, value] : *values) texts.push_back(name + " = " + value);
  return joined(texts);
}

// p › q › x := 1
std::string statement_text(const ReportedStep& row) {
  std::string text;
  for (const std::string& procedure : row.calls) text += procedure + " › ";
  return text + row.statement;
}

std::string step_svg(const ReportedStep& row, std::size_t index) {
  const std::size_t x = gutter + row.lane * lane_width + padding, y = head_height + index * row_height;
  std::string out = fmt::format(
      "<g class=\"{}\"><title>{}</title>\n", row.is_wrong ? "step wrong" : "step",
      escape_html(fmt::format("step {}: {}, line {}: {}", index + 1, row.thread, row.where.line, statement_text(row))));
  out += fmt::format("<text class=\"number\" x=\"{}\" y=\"{}\">{}</text>", gutter - padding, y + box_height / 2 + 4,
                     index + 1);
  out += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"6\"/>", x, y, lane_width - 2 * padding,
                     box_height);
  out += fmt::format("<text class=\"statement\" x=\"{}\" y=\"{}\">{}</text>", x + padding, y + 18,
                     escape_html(shortened_text(statement_text(row), most_characters)));
  const std::string changes = joined(row.changes);
  const std::string below = row.is_wrong ? (changes.empty() ? "goes wrong" : changes + "; goes wrong") : changes;
  out += fmt::format("<text class=\"changes\" x=\"{}\" y=\"{}\">{}</text></g>\n", x + padding, y + 35,
                     escape_html(below.empty() ? "no change" : shortened_text(below, most_characters)));
  return out;
}

std::string picture(const ReportedSchedule& schedule) {
  const std::vector<ReportedStep>& rows = schedule.steps;
  const std::size_t width = gutter + schedule.threads.size() * lane_width,
                    height = head_height + rows.size() * row_height;
  std::string out = fmt::format(
      "<svg class=\"lanes\" role=\"img\" aria-labelledby=\"lanes-title\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\">\n"
      "<title id=\"lanes-title\">The schedule, a lane for each thread; the table below says the same.</title>\n",
      width, height);
  for (std::size_t lane = 0; lane < schedule.threads.size(); ++lane) {
    const std::size_t x = gutter + lane * lane_width;
    out += fmt::format("<rect class=\"lane\" x=\"{}\" y=\"0\" width=\"{}\" height=\"{}\" rx=\"8\"/>", x + 4,
                       lane_width - 8, height);
    out += fmt::format("<text class=\"thread\" x=\"{}\" y=\"24\">{}</text>\n", x + lane_width / 2,
                       escape_html(shortened_text(schedule.threads[lane], most_characters)));
  }
  for (std::size_t i = 0; i + 1 < rows.size(); ++i) {   // from a step to the next one
    const auto middle = [](const ReportedStep& row) { return gutter + row.lane * lane_width + lane_width / 2; };
    const std::size_t y = head_height + i * row_height + box_height, end = head_height + (i + 1) * row_height;
    out += fmt::format("<path class=\"order\" d=\"M{} {}V{}H{}V{}\"/>\n", middle(rows[i]), y, (y + end) / 2,
                       middle(rows[i + 1]), end);
  }
  for (std::size_t i = 0; i < rows.size(); ++i) out += step_svg(rows[i], i);
  return out + "</svg>\n";
}

std::string table(const std::vector<ReportedStep>& rows) {
  std::string out =
      "<table><thead><tr><th scope=\"col\">Step</th><th scope=\"col\">Thread</th><th scope=\"col\">Line</th>"
      "<th scope=\"col\">Statement</th><th scope=\"col\">Reads</th><th "
      "scope=\"col\">Changes</th></tr></thead>\n<tbody>\n";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const ReportedStep& row = rows[i];
    out += fmt::format(
        "<tr{}><td>{}</td><td>{}</td><td><a "
        "href=\"#line-{}\">{}</a></td><td><code>{}</code></td><td><code>{}</code></td><td><code>{}</code>{}</td></"
        "tr>\n",
        row.is_wrong ? " class=\"fails\"" : "", i + 1, escape_html(row.thread), row.where.line, row.where.line,
        escape_html(statement_text(row)), escape_html(joined(row.reads)), escape_html(joined(row.changes)),
        row.is_wrong ? " goes wrong" : "");
  }
  return out + "</tbody></table>\n";
}

}   // namespace

std::string schedule_html(const ReportedSchedule& schedule) {
  std::string out = "<p>Initially <code>" + escape_html(values_text(schedule)) + "</code></p>\n";
  if (!schedule.steps.empty()) {
    out += "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Schedule\">" + picture(schedule) +
           "</div>\n";
  }
  out += "<p class=\"outcome\">" + escape_html(schedule.outcome) + "</p>\n";
  if (!schedule.steps.empty())
    out += "<details><summary>The schedule as a table</summary><div class=\"scroll\">" + table(schedule.steps) +
           "</div></details>\n";
  return out;
}

}   // namespace plato
