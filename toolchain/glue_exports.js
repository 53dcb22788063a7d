// Takes the list of 201,109 export aliases out of the package's lean.js.
//
// Emscripten's glue copies every export of the module into a variable and into a property of `Module`:
//
//     var _main,_lean_main,…;
//     function assignWasmExports(wasmExports){_main=Module["_main"]=wasmExports["__main_argc_argv"];…}
//
// That is 88 of the 89 MB of lean.js, parsed and run at every start and in every thread. Only the variables
// that the rest of the glue mentions are kept.
"use strict";

const HEAD = "function assignWasmExports(wasmExports){";
const AFTER = "var wasmImports;";
const ALIAS = /((?:(?:[A-Za-z_$][\w$]*|Module\["[\w$]+"\])=)+)wasmExports\["([^"]+)"\](\.value)?([;}])/y;
const WORD = /[A-Za-z_$][\w$]*/g;

const wordsOf = (text) => new Set(Array.from(text.matchAll(WORD), (match) => match[0]));

/**
 * @returns `{glue, kept, total, isNamed}`: the short glue, the numbers of aliases, and a predicate which
 * tells whether the glue
 *   mentions an export, by an alias, as a word or as a string.
 */
function dropUnusedAliases(source) {
  const head = source.indexOf(HEAD);
  const declaration = source.lastIndexOf(";var ", head) + 1;
  if (head < 0 || declaration <= 0) throw new Error("lean.js: the list of exports was not found");

  const aliases = [];
  ALIAS.lastIndex = head + HEAD.length;
  for (let last = ""; last !== "}"; ) {
    const match = ALIAS.exec(source);
    if (!match)
      throw new Error(`lean.js: the list of exports has an unknown shape after ${aliases.length} entries`);
    const variables = match[1].split("=").filter((target) => target && !target.startsWith("Module"));
    aliases.push({ variables, name: match[2], value: match[3] ?? "" });
    last = match[4];
    if (last === "}") {
      const end = match.index + match[0].length;
      if (!source.startsWith(AFTER, end))
        throw new Error("lean.js: the list of exports does not end where expected");
      return assemble(source.slice(0, declaration), aliases, source.slice(end));
    }
  }
}

function assemble(before, aliases, after) {
  const words = new Set([...wordsOf(before), ...wordsOf(after)]);
  const kept = aliases
    .map((alias) => ({ ...alias, variables: alias.variables.filter((variable) => words.has(variable)) }))
    .filter((alias) => alias.variables.length > 0);
  const declared = kept.flatMap((alias) => alias.variables).join(",");
  const assigned = kept.map(
    ({ variables, name, value }) => `${variables.join("=")}=wasmExports["${name}"]${value}`,
  );
  const keptNames = new Set(kept.map((alias) => alias.name));
  return {
    glue: `${before}var ${declared};${HEAD}${assigned.join(";")}}${after}`,
    kept: kept.length,
    total: aliases.length,
    isNamed: (name) => keptNames.has(name) || words.has(name),
  };
}

module.exports = { dropUnusedAliases };
