// The style sheet of reports: light and dark, on paper everything unfolded.

#include "report/report_style.hpp"

namespace plato {

const std::string_view report_style = R"(
:root {
  color-scheme: light dark;
  --page: #fdfdfc; --panel: #f4f4f1; --line: #dcdcd6; --text: #1d1f21; --dim: #62666d; --link: #0b57a4;
  --good: #1b6e3c; --good-back: #e3f3e8; --bad: #a8201a; --bad-back: #fbe6e4; --open: #7a5200; --open-back: #faf0d8;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #17191c; --panel: #202327; --line: #3a3f45; --text: #e4e6e8; --dim: #9ba1a8; --link: #7db4f0;
    --good: #7fd49b; --good-back: #17331f; --bad: #ff938a; --bad-back: #42191a; --open: #e8c06a; --open-back: #3b2f12;
  }
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 1rem; }
body { margin: 0 auto; padding: 1.5rem; max-width: 74rem; background: var(--page); color: var(--text);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", "Liberation Sans", sans-serif; }
a { color: var(--link); }
a:focus-visible, summary:focus-visible, .scroll:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 3px; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 1rem; padding: .5rem 1rem; background: var(--page); z-index: 1; }
code, .source { font-family: ui-monospace, "DejaVu Sans Mono", "Liberation Mono", Menlo, Consolas, monospace; font-size: .875em; }
code { overflow-wrap: anywhere; }
.code { color: var(--dim); font-weight: normal; }
h1 { margin: 0; font-size: 1.7rem; line-height: 1.25; overflow-wrap: anywhere; }
h2 { margin: 2.5rem 0 .75rem; padding-bottom: .25rem; border-bottom: 1px solid var(--line); font-size: 1.25rem; }
h3 { margin: 0; font-size: 1.05rem; }
header p { margin: .2rem 0; }
.kind { color: var(--dim); font-size: .85rem; letter-spacing: .04em; text-transform: uppercase; }
.verdict { margin-top: 1rem; padding: .9rem 1.1rem; border-left: .4rem solid; border-radius: .3rem; }
.verdict strong { font-size: 1.15rem; }
.verdict.good { background: var(--good-back); border-color: var(--good); } .verdict.good strong { color: var(--good); }
.verdict.bad { background: var(--bad-back); border-color: var(--bad); } .verdict.bad strong { color: var(--bad); }
.verdict.open { background: var(--open-back); border-color: var(--open); } .verdict.open strong { color: var(--open); }
nav ul { display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; margin: 1rem 0 0; padding: 0; list-style: none; }
.facts { display: flex; flex-wrap: wrap; gap: .5rem 2.5rem; margin: 1rem 0 0; }
.facts div { display: flex; flex-direction: column-reverse; }
.facts dt { color: var(--dim); font-size: .85rem; }
.facts dd { margin: 0; font-size: 1.3rem; font-variant-numeric: tabular-nums; }
.source { margin: 0; padding: .6rem 0; background: var(--panel); border: 1px solid var(--line); border-radius: .4rem;
  list-style: none; counter-reset: line; overflow-x: auto; line-height: 1.55; }
.source li { counter-increment: line; min-height: 1.55em; padding-left: 5.2rem; position: relative; }
.source li::before { content: counter(line); position: absolute; left: 0; width: 2.8rem; text-align: right; color: var(--dim); user-select: none; }
.source li::after { position: absolute; left: 3.5rem; top: 0; width: 1rem; text-align: center; }
.source li.proved::after { content: "✓"; color: var(--good); }
.source li.open::after { content: "–"; color: var(--open); }
.source li.fails::after { content: "✗"; color: var(--bad); font-weight: bold; }
.source li.fails { background: var(--bad-back); }
.source li:target { box-shadow: inset .25rem 0 var(--link); }
.source code { font-size: 1em; white-space: pre; overflow-wrap: normal; }
.source mark { background: none; color: inherit; text-decoration: underline wavy var(--bad) 1.5px; text-underline-offset: 3px; text-decoration-skip-ink: none; }
.source b { font-weight: 600; color: var(--link); }
.source .comment { color: var(--dim); }
.source .note { margin: 0; padding: .1rem 1rem .4rem 0; font-family: system-ui, "Liberation Sans", sans-serif; }
.source .note, .source .note a { color: var(--bad); }
article { margin: 0 0 1rem; padding: 1rem 1.1rem; background: var(--panel); border: 1px solid var(--line); border-left: .3rem solid var(--bad); border-radius: .4rem; }
article > p { margin: .4rem 0; }
article ul { margin: .5rem 0; padding-left: 1.2rem; }
table { border-collapse: collapse; margin: .6rem 0; font-variant-numeric: tabular-nums; }
th, td { padding: .35rem .8rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
thead th { color: var(--dim); font-weight: 600; font-size: .85rem; }
tbody tr:target { box-shadow: inset .25rem 0 var(--link); }
td.changed { background: var(--open-back); }
td.status-cell { white-space: nowrap; }
#obligations table { width: 100%; }
.scroll { overflow-x: auto; }
.status { font-weight: 600; font-size: .9em; white-space: nowrap; }
.status.proved { color: var(--good); } .status.fails { color: var(--bad); } .status.open { color: var(--open); }
details { margin: .15rem 0; }
summary { cursor: pointer; padding: .1rem .2rem; }
.tree details details, .tree .leaf { margin-left: 1.25rem; }
.tree .leaf { padding: .1rem .2rem .1rem 1.2rem; }
.tree dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem .8rem; margin: .2rem 0 .4rem 1.4rem; font-size: .92rem; }
.tree dt { color: var(--dim); }
.tree dd { margin: 0; min-width: 0; }
.tree dd details.formula { margin: 0; }
.formula[open] > summary > code { display: none; }
.formula[open] > summary::after { content: "whole formula"; color: var(--dim); }
.verdict p { margin: .3rem 0 0; }
.tree .conditions { margin: .2rem 0 .4rem 1.4rem; padding: 0; list-style: none; font-size: .92rem; }
.rule { display: inline-block; min-width: 4.4rem; padding: 0 .5rem; border-radius: .8rem; font-size: .8rem; font-weight: 600; text-align: center; }
.rule::before { margin-right: .3rem; }
.rule.proved { background: var(--good-back); color: var(--good); } .rule.proved::before { content: "✓"; }
.rule.open { background: var(--open-back); color: var(--open); } .rule.open::before { content: "–"; }
.rule.fails { background: var(--bad-back); color: var(--bad); } .rule.fails::before { content: "✗"; }
.line { font-size: .85rem; }
.lanes { display: block; max-width: none; font: 12px ui-monospace, "DejaVu Sans Mono", "Liberation Mono", Menlo, Consolas, monospace; }
.lanes .lane { fill: var(--panel); stroke: var(--line); }
.lanes text { fill: var(--text); }
.lanes .thread { font-weight: bold; font-size: 14px; text-anchor: middle; }
.lanes .number { fill: var(--dim); text-anchor: end; }
.lanes .step rect { fill: var(--page); stroke: var(--link); stroke-width: 1.5; }
.lanes .step .changes { fill: var(--dim); }
.lanes .wrong rect { fill: var(--bad-back); stroke: var(--bad); }
.lanes .wrong .changes { fill: var(--bad); font-weight: bold; }
.lanes .order { fill: none; stroke: var(--dim); stroke-width: 1.5; stroke-dasharray: 3 3; }
.lanes .way { fill: none; stroke: var(--dim); stroke-width: 1.5; }
.lanes .head { fill: var(--dim); }
.outcome { color: var(--bad); font-weight: 600; }
footer { margin-top: 3rem; padding-top: .6rem; border-top: 1px solid var(--line); color: var(--dim); font-size: .85rem; }
@media (max-width: 40rem) { body { padding: .8rem; } .source li { padding-left: 3.9rem; } .source li::before { width: 2rem; } .source li::after { left: 2.4rem; } }
@media print {
  :root { color-scheme: light; --page: #fff; --panel: #fff; --line: #bbb; --text: #000; --dim: #444; --link: #000;
    --good: #000; --good-back: #fff; --bad: #000; --bad-back: #eee; --open: #000; --open-back: #fff; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  nav, .skip { display: none; }
  article, tr, .lanes { break-inside: avoid; }
  h2 { break-after: avoid; }
  .source code { white-space: pre-wrap; }
  .lanes { max-width: 100%; height: auto; }
  details::details-content { content-visibility: visible; display: block; }
}
)";

}   // namespace plato
