// A program without what was written for its proof: `rely`, `guarantee`, `invariant`, `requires`, `cut` and `unwritable by others`. Assertions
// and what is promised at the end (`ensures`) stay: they are what is to be proved. Specifications of procedures lose their `requires` alone.
"use strict";

const ANNOTATION = /^\s*(rely|guarantee|invariant|cut|requires)\b|unwritable by others/;

/** The text without annotations, and how many lines or cuts were left out. */
function strip(text) {
  let removed = 0;
  const kept = text.split("\n").filter((line) => {
    const isAnnotation = ANNOTATION.test(line);
    if (isAnnotation) removed++;
    return !isAnnotation;
  });
  const stripped = kept.join("\n").replace(/\bcut [^;]*;/g, () => {
    removed++;
    return "";
  });
  return { stripped, removed };
}

module.exports = { strip };
