// The command line of the audit's scripts: `OUTPUT --name value... --name value...`.
"use strict";

/** The first argument as `output`, and a list of values for each name. */
function parseArguments(argv) {
  const options = { output: argv[0] };
  let current = null;
  for (const argument of argv.slice(1)) {
    if (argument.startsWith("--")) options[(current = argument.slice(2))] = [];
    else options[current].push(argument);
  }
  return options;
}

module.exports = { parseArguments };
