// Takes the 201,110 exports of lean.wasm down to the few that its JavaScript names.
//
// The package exports every function of Lean because Lean's interpreter looks functions up by name (dlsym).
// V8 makes a JavaScript object for every export at every start and in every thread, and Node 20 refuses more
// than 100,000. An exported function needs no export to be callable from inside: a slot in the function table
// is enough, and a function pointer in WebAssembly *is* such a slot. So every exported function gets a slot,
// the names go to a side table (symbol_table.js), and the export section keeps only what the JavaScript glue
// asks for. The few functions which were never exported get a slot, too, so that the recorder of the code
// cache can reach them (record_code.js).
"use strict";

const wasm = require("./wasm_binary.js");

/**
 * @param {Buffer} binary the module as shipped
 * @param {(name: string) => boolean} isNamedByGlue whether the glue mentions this export
 * @returns `{binary, symbols, kept, total, tableSize}`; `symbols` maps each name to what dlsym returns:
 *   the table slot of a function, the address of a datum.
 */
function stripExports(binary, isNamedByGlue) {
  const sections = wasm.readSections(binary);
  const section = (id) => wasm.theSection(sections, id);

  const imports = wasm.readImports(section(wasm.SECTION.IMPORT));
  const exports = wasm.readExports(section(wasm.SECTION.EXPORT));
  const globals = wasm.readConstantGlobals(section(wasm.SECTION.GLOBAL));
  const oldTableSize = wasm.readTableSize(section(wasm.SECTION.TABLE));
  const elements = wasm.readElements(section(wasm.SECTION.ELEMENT));

  const importedGlobals = imports.filter((item) => item.kind === wasm.KIND.GLOBAL).length;
  // The dynamic linker fills "GOT" imports from exports of the same name; thread-local data is listed in the
  // dylink section and found by export, too.
  const namedByLinker = new Set(
    imports.filter((item) => item.module.startsWith("GOT.")).map((item) => item.name),
  );
  const linkerSection =
    sections[0].id === wasm.SECTION.CUSTOM ? Buffer.from(sections[0].body).toString("latin1") : "";

  const slotOf = new Map();
  for (const { offset, functions } of elements)
    functions.forEach((index, i) => slotOf.set(index, offset + i));

  const added = [];
  const firstDefined = wasm.countImportedFunctions(sections);
  for (let index = firstDefined; index < firstDefined + wasm.countDefinedFunctions(sections); index++) {
    if (slotOf.has(index)) continue;
    slotOf.set(index, oldTableSize + added.length);
    added.push(index);
  }

  const symbols = new Map();
  for (const { name, kind, index } of exports) {
    if (kind === wasm.KIND.FUNCTION) {
      if (!slotOf.has(index)) throw new wasm.WasmFormatError(`the export ${name} is an imported function`);
      symbols.set(name, slotOf.get(index));
    } else if (kind === wasm.KIND.GLOBAL && index >= importedGlobals) {
      const global = globals[index - importedGlobals];
      if (!global.mutable) symbols.set(name, global.value);
    }
  }

  const kept = exports.filter(
    ({ name }) => isNamedByGlue(name) || namedByLinker.has(name) || linkerSection.includes(name),
  );
  const tableSize = oldTableSize + added.length;
  section(wasm.SECTION.TABLE).body = wasm.writeTableSize(tableSize);
  section(wasm.SECTION.EXPORT).body = wasm.writeExports(kept);
  section(wasm.SECTION.ELEMENT).body = wasm.writeElements([
    ...elements,
    { offset: oldTableSize, functions: added },
  ]);

  return {
    binary: wasm.writeSections(sections),
    symbols,
    kept: kept.map(({ name }) => name),
    total: exports.length,
    tableSize,
  };
}

module.exports = { stripExports };
