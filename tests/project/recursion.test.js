// Where the kernel recurses: the components of the emitted C's call graph, against a list that says what bounds the depth of each.
//
// A call in tail position is a jump in the emitted C, so whatever calls itself there uses the stack. A certificate must not decide how
// deep that goes: what is not bounded by a constant is written as a loop.
"use strict";

const assert = require("node:assert");
const fs = require("node:fs");
const path = require("node:path");
const { test } = require("node:test");

const ROOT = path.resolve(__dirname, "..", "..");
const BUILD = process.env.PLATO_BUILD ?? path.join(ROOT, "build");
const LIST = path.join(__dirname, "recursion.txt");
const ENTRIES = ["plato_kernel_report", "plato_kernel_conditions", "plato_kernel_source", "plato_kernel_compare"];

/** The bodies of the functions that a file of emitted C defines, by name: the text between one definition's head and the next. */
function bodiesOf(text) {
  const heads = [...text.matchAll(/^(?:LEAN_EXPORT|static) [\w* ]+?\b(\w+)\([^;{]*\)\s*\{$/gm)];
  return new Map(heads.map((head, i) => [head[1], text.slice(head.index + head[0].length, heads[i + 1]?.index)]));
}

/** Who mentions whom. A function whose address is taken may be called where it goes, so a mention counts as a call. */
function callGraph(texts) {
  const bodies = new Map(texts.flatMap((text) => [...bodiesOf(text)]));
  const graph = new Map();
  for (const [name, body] of bodies) graph.set(name, new Set((body.match(/\b\w+\b/g) ?? []).filter((word) => bodies.has(word))));
  return graph;
}

/** What can be reached from the entries, as components: lists of functions that all reach each other, more than one or calling themselves. */
function recursiveComponents(graph, entries) {
  const index = new Map();
  const low = new Map();
  const stack = [];
  const components = [];
  const visit = (name) => {
    index.set(name, index.size);
    low.set(name, index.get(name));
    stack.push(name);
    for (const next of graph.get(name)) {
      if (!index.has(next)) {
        visit(next);
        low.set(name, Math.min(low.get(name), low.get(next)));
      } else if (stack.includes(next)) {
        low.set(name, Math.min(low.get(name), index.get(next)));
      }
    }
    if (low.get(name) !== index.get(name)) return;
    const component = stack.splice(stack.indexOf(name));
    if (component.length > 1 || graph.get(name).has(name)) components.push(component);
  };
  for (const entry of entries) if (!index.has(entry)) visit(entry);
  return components;
}

/** A component by the functions of the source that it is made of: without what the compiler appends to their names. */
function sourceNames(component) {
  const names = component.map((name) => name.replace(/^l_(Plato_)?/, "").replace(/(___(boxed|redArg|lam__\d+|closed__\d+|lambda__\d+))+$/, ""));
  return [...new Set(names)].sort().join(" ");
}

function emittedFiles(folder) {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return emittedFiles(file);
    return entry.name.endsWith(".c") ? [file] : [];
  });
}

test("calls that are not in tail position are found, through other functions and closures, too", () => {
  const text = `LEAN_EXPORT lean_object* l_Plato_loop(lean_object* x_1) {
_start:
{
goto _start;
}
}
LEAN_EXPORT lean_object* l_Plato_self(lean_object* x_1) {
_start:
{
lean_object* x_2 = l_Plato_self(x_1);
return l_Plato_loop(x_2);
}
}
static lean_object* l_Plato_f___lam__0(lean_object* x_1) {
_start:
{
return l_Plato_g(x_1);
}
}
LEAN_EXPORT lean_object* l_Plato_g(lean_object* x_1) {
_start:
{
x_2 = lean_alloc_closure((void*)(l_Plato_f___lam__0), 1, 0);
x_3 = l_Plato_self(x_1);
return x_2;
}
}
LEAN_EXPORT lean_object* l_Plato_unreached(lean_object* x_1) {
_start:
{
x_2 = l_Plato_unreached(x_1);
return x_2;
}
}
`;
  assert.deepStrictEqual(recursiveComponents(callGraph([text]), ["l_Plato_g"]).map(sourceNames).sort(), ["f g", "self"]);
});

test("the kernel recurses where the list says, and nowhere else", () => {
  const graph = callGraph(emittedFiles(path.join(BUILD, "lean", "Plato")).map((file) => fs.readFileSync(file, "utf8")));
  assert.ok(graph.size > 500, `only ${graph.size} functions were found in the emitted C`);
  for (const entry of ENTRIES) assert.ok(graph.has(entry), `${entry} is not in the emitted C`);
  const found = recursiveComponents(graph, ENTRIES).map(sourceNames);
  const listed = fs.readFileSync(LIST, "utf8").split("\n").filter((line) => line && !line.startsWith("#")).map((line) => line.split(" : "));
  for (const [names, bound] of listed) assert.ok(bound && bound.length > 10, `${names}: the list does not say what bounds the depth`);
  assert.deepStrictEqual([...new Set(found)].sort(), listed.map(([names]) => names).sort());
});
