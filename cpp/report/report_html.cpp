// The page in its order: verdict, what is wrong, schedule, program, conditions, derivation, what is trusted.

#include "report/report_html.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "explore/schedule_table.hpp"
#include "report/audit.hpp"
#include "report/derivation_html.hpp"
#include "report/html_text.hpp"
#include "report/program_html.hpp"
#include "report/report_style.hpp"
#include "report/schedule_html.hpp"
#include "report/threads_html.hpp"

namespace plato {
namespace {

using Status = ConditionResult::Status;

struct Section {
  const char* id;
  const char* title;
  std::string html;   // nothing: the section is left out
};

// The code of a message, for `plato explain`.
std::string code_html(MessageCode code) {
  return fmt::format(" <code class=\"code\" title=\"plato explain {0}\">{0}</code>", code_text(code));
}

std::string verdict_html(const Report& report) {
  // In the order of Verdict.
  constexpr const char* looks[] = {"good", "open", "bad", "bad", "open", "bad"};
  constexpr const char* words[] = {"✓ Certified",           "? Vacuous: the program has no initial store",
                                   "✗ Not proved",          "✗ Not a program",
                                   "? A limit was reached", "✗ Refuted"};
  const auto code = static_cast<std::size_t>(report.verdict);
  std::string text = report.claim.value_or(report.message);
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  std::string out = fmt::format("<div class=\"verdict {}\" id=\"verdict\"><strong>{}</strong><p>{}.{}</p>", looks[code],
                                words[code], escape_html(text), report.code ? code_html(*report.code) : "");
  if (report.schedule)
    out += fmt::format("<p>The program itself is wrong: <a href=\"#schedule\">a schedule of {} step{}</a> {}.</p>",
                       report.schedule->steps.size(), report.schedule->steps.size() == 1 ? "" : "s",
                       violation_text(explored_of(report.checked)->exploration.verdict));
  if (const Vacuity* vacuity = vacuity_of(report.checked))
    for (const VacuityWarning& warning : vacuity->warnings)
      out += fmt::format(
          "<p>Warning{}: {}.{}</p>",
          warning.where.line == 0 ? "" : fmt::format(", <a href=\"#line-{0}\">line {0}</a>", warning.where.line),
          escape_html(warning.message), code_html(warning.code));
  return out + "</div>\n";
}

std::string facts_html(const Checked& checked) {
  const std::string_view method = method_of(checked);
  if (!checked.conditions && method.empty()) return {};
  const Program& program = checked.program->program;
  std::string out = "<dl class=\"facts\">\n";
  const auto fact = [&](const char* name, const std::string& value) {
    out += fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", name, value);
  };
  if (!method.empty()) fact("method", std::string(method));
  if (const auto* proved = std::get_if<Certified>(&checked.outcome); proved != nullptr && !proved->inferred.empty())
    fact("annotations inferred", std::to_string(proved->inferred.size()));
  if (checked.conditions) {
    const auto& results = checked.conditions->results;
    const auto proved = std::ranges::count(results, Status::proved, &ConditionResult::status);
    fact("conditions proved", fmt::format("{} of {}", proved, results.size()));
  }
  if (const auto* certified = std::get_if<Certified>(&checked.outcome); certified != nullptr && certified->closed)
    fact(certified->closed->kind == ClosedProgram::Kind::views ? "views of threads" : "states",
         std::to_string(certified->closed->count));
  fact(program.families.size() == 1 ? "thread" : "threads", std::to_string(program.families.size()));
  fact("statements",
       std::to_string(std::ranges::count(program.statements, CoreStatement::Kind::atomic, &CoreStatement::kind)));
  if (const auto certificate = certificate_of(checked); !certificate.empty())
    fact("bytes of certificate", std::to_string(certificate.size()));
  return out + "</dl>\n";
}

// The stores side by side; a value that differs from the one before it is set off.
std::string stores_html(const std::vector<CounterexampleText::Store>& stores) {
  if (stores.empty()) return {};
  std::vector<std::string> names;
  for (const auto& store : stores)
    for (const auto& [name, value] : store.values)
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  std::string out = "<div class=\"scroll\"><table class=\"stores\"><thead><tr><th scope=\"col\">Variable</th>";
  for (const auto& store : stores)
    out += "<th scope=\"col\">" + escape_html(store.when.empty() ? "value" : store.when) + "</th>";
  out += "</tr></thead>\n<tbody>\n";
  for (const std::string& name : names) {
    out += "<tr><th scope=\"row\"><code>" + escape_html(name) + "</code></th>";
    const std::string* last = nullptr;
    for (const auto& store : stores) {
      const auto found = std::ranges::find(store.values, name, &std::pair<std::string, std::string>::first);
      const std::string* value = found == store.values.end() ? nullptr : &found->second;
      const bool is_changed = value != nullptr && last != nullptr && *value != *last;
      out += fmt::format("<td{}>{}</td>", is_changed ? " class=\"changed\"" : "",
                         value == nullptr ? "any" : "<code>" + escape_html(*value) + "</code>");
      if (value != nullptr) last = value;
    }
    out += "</tr>\n";
  }
  return out + "</tbody></table></div>\n";
}

std::string failure_html(const ReportedCondition& condition, const ConditionFailure& failure) {
  const auto number = failure.condition + 1;
  std::string out = fmt::format("<article id=\"failure-{}\"><h3>{}{}</h3>\n<p>", number,
                                escape_html(failure.message.text), code_html(failure.message.code));
  if (failure.message.where.line != 0)
    out += fmt::format("<a href=\"#line-{0}\">Line {0}</a>. ", failure.message.where.line);
  out += fmt::format("Asked by <a href=\"#condition-{0}\">condition {0}</a>: {1}.</p>\n", number,
                     escape_html(condition.says));
  if (const auto& found = failure.counterexample) {
    std::string told;
    if (!found->thread.empty()) told += ", thread <code>" + escape_html(found->thread) + "</code>";
    if (!found->other.empty()) told += ", against thread <code>" + escape_html(found->other) + "</code>";
    for (const auto& [name, value] : found->parameters)
      told += ", <code>" + escape_html(name + " = " + value) + "</code>";
    out += "<p>Counterexample" + (told.empty() ? "" : ":" + told.substr(1)) + "</p>\n" + stores_html(found->stores);
  }
  std::string items;
  for (const RelatedPlace& r : failure.message.related)
    items += fmt::format("<li><a href=\"#line-{0}\">Line {0}</a>: {1}</li>", r.where.line, escape_html(r.text));
  for (const std::string& note : failure.message.notes) items += "<li>" + escape_html(note) + "</li>";
  for (const std::string& help : failure.message.help) items += "<li>Help: " + escape_html(help) + "</li>";
  if (!items.empty()) out += "<ul>" + items + "</ul>\n";
  return out + "</article>\n";
}

std::string failures_html(const Report& report) {
  std::string out;
  for (const ReportedCondition& condition : report.conditions)
    if (condition.failure != nullptr) out += failure_html(condition, *condition.failure);
  if (out.empty()) return out;
  return "<p>Each thread is looked at by itself, from any store that its annotations allow. A counterexample to a "
         "condition may start in a "
         "store that the program never reaches: then an annotation is too weak.</p>\n" +
         out;
}

std::string schedule_section(const Report& report) {
  const ExploredProgram* explored = explored_of(report.checked);
  if (explored == nullptr) return {};
  if (report.schedule)
    return "<p>This is a run of the program itself, found by trying interleavings on small values: the program is "
           "wrong, not only its annotations.</p>\n" +
           schedule_html(*report.schedule);
  return fmt::format(
      "<p>Trying interleavings on small values found nothing wrong in {} states ({}). The program may be right and an "
      "annotation too weak.</p>\n",
      explored->exploration.states,
      explored->exploration.is_exhausted() ? "all within the bounds" : "not all within the bounds");
}

std::vector<SourceMark> marks_of(const Checked& checked) {
  std::vector<SourceMark> marks;
  for (const Diagnostic& d : diagnostics_of(checked))
    marks.push_back({d.where, (d.help.empty() ? d.message : d.message + " (" + d.help + ")") + code_mark(d.code), ""});
  for (const ConditionFailure& f : failures_of(checked))
    marks.push_back(
        {f.message.where, f.message.text + code_mark(f.message.code), fmt::format("failure-{}", f.condition + 1)});
  return marks;
}

std::map<std::uint32_t, LineSign> signs_of(const Checked& checked, const std::vector<DerivationNode>& nodes) {
  std::map<std::uint32_t, LineSign> signs;
  if (nodes.empty()) return signs;
  const std::vector<NodeStatus> statuses = node_statuses(nodes, checked);
  for (std::size_t at = 0; at < nodes.size(); ++at) {
    using Rule = DerivationNode::Rule;
    if (nodes[at].rule != Rule::atomic && nodes[at].rule != Rule::cut) continue;
    LineSign& sign = signs[checked.program->provenance.statements[nodes[at].statement - 1].where.line];
    sign = statuses[at] == NodeStatus::proved && sign != LineSign::open ? LineSign::proved : LineSign::open;
  }
  return signs;
}

std::string obligations_html(const Report& report) {
  if (!report.checked.conditions) return {};
  std::string out =
      "<div class=\"scroll\"><table><thead><tr><th scope=\"col\">#</th><th scope=\"col\">Status</th><th "
      "scope=\"col\">Condition</th>"
      "<th scope=\"col\">Thread</th><th scope=\"col\">Place</th></tr></thead>\n<tbody>\n";
  for (std::size_t i = 0; i < report.conditions.size(); ++i) {
    const ReportedCondition& condition = report.conditions[i];
    std::string text = escape_html(condition.says);
    if (condition.failure != nullptr) text += fmt::format(" (<a href=\"#failure-{}\">why not</a>)", i + 1);
    out += fmt::format(
        "<tr id=\"condition-{0}\"><td>{0}</td><td "
        "class=\"status-cell\">{1}</td><td>{2}</td><td>{3}</td><td>{4}</td></tr>\n",
        i + 1, status_html(condition.status), text,
        escape_html(condition.thread.value_or(condition.procedure.value_or("all"))),
        condition.where.line == 0 ? "" : fmt::format("<a href=\"#line-{0}\">line {0}</a>", condition.where.line));
  }
  return out + "</tbody></table></div>\n";
}

// What a reader of the page has to trust.
std::string trust_html(const Report& report) {
  std::string out = report.verdict == Verdict::certified
                        ? "<p>The claim above is that of a certificate which the kernel accepted. The theorem "
                          "<code>check_sound</code>, proved in Lean "
                          "(<code>proofs/Soundness.lean</code>), says that the claim of every accepted certificate is "
                          "true. This page is not checked by the kernel: it says what was found.</p>\n"
                        : "<p>Nothing is claimed of this program, so nothing has to be trusted. For a program that is "
                          "certified:</p>\n";
  const TrustedBase base = trusted_base();
  out += "<p>" + escape_html(base.heading) + "</p>\n<ol>\n";
  for (std::string point : base.points) {
    std::ranges::replace(point, '\n', ' ');
    out += "<li>" + escape_html(point) + "</li>\n";
  }
  return out + "</ol>\n<p>" + escape_html(base.not_trusted) + "</p>\n";
}

}   // namespace

std::string report_html(const Report& report) {
  const Checked& checked = report.checked;
  const std::vector<DerivationNode> nodes =
      checked.conditions
          ? derivation(checked.program->program, checked.program->outline, checked.conditions->conditions)
          : std::vector<DerivationNode>{};
  const Section sections[] = {
      {"failures", "What is not proved", failures_html(report)},
      {"schedule", "Schedule", schedule_section(report)},
      {"program", "Program",
       checked.source.empty() ? "" : program_html(checked.source, marks_of(checked), signs_of(checked, nodes))},
      {"threads", "Threads", threads_html(checked)},
      {"obligations", "Conditions", obligations_html(report)},
      {"derivation", "Derivation",
       nodes.empty() ? "" : "<div class=\"tree\">\n" + derivation_html(nodes, checked) + "</div>\n"},
      {"trust", "What is trusted", trust_html(report)},
  };
  const std::string name = escape_html(report.path);
  std::string out =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src &#39;none&#39;; style-src "
      "&#39;unsafe-inline&#39;\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>" +
      name + " – Plato</title>\n<style>";
  out += report_style;
  out +=
      "</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#program\">Skip to the program</a>\n<header>\n<p "
      "class=\"kind\">Plato report</p>\n<h1>" +
      name + "</h1>\n" + verdict_html(report) + facts_html(checked) + "<nav aria-label=\"Parts of the report\"><ul>\n";
  for (const Section& section : sections)
    if (!section.html.empty()) out += fmt::format("<li><a href=\"#{}\">{}</a></li>\n", section.id, section.title);
  out += "</ul></nav>\n</header>\n<main>\n";
  for (const Section& section : sections)
    if (!section.html.empty())
      out += fmt::format(
          "<section id=\"{0}\" aria-labelledby=\"{0}-title\"><h2 id=\"{0}-title\">{1}</h2>\n{2}</section>\n",
          section.id, section.title, section.html);
  return out + "</main>\n<footer>Written by plato " PLATO_VERSION
               "; <code>plato check --json</code> has the same with times.</footer>\n</body>\n</html>\n";
}

}   // namespace plato
