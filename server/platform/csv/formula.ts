// What a spreadsheet would run as a formula is given an apostrophe before its sign: https://owasp.org/www-community/attacks/CSV_Injection.
// That is where a cell begins, and where one would begin for a spreadsheet that separates cells by semicolons, tabs or pipes, as the
// ones of many countries do: for them a quote within a cell opens nothing, so that a line break in it begins a new row. A comma separates
// for those alone that read our quotes. Signs that have apostrophes already get one more, so that taking one away restores the text.

const SIGNS = /[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;
/** Some programs leave these out where a cell begins. */
const IS_SKIPPED_START = /^[\t\r]/;
const SEPARATOR = /[;|\t\r\n\v\f\u0085\u2028\u2029]/;
/** What may stand between the beginning of a cell and its sign: blanks, which some programs leave out, and quotes. */
const SKIPPED = /[\s"]/;

/** The cell so that no spreadsheet runs any part of it. */
export function withApostrophe(cell: string): string {
  const guarded = atSigns(cell, (apostrophes) => `'${apostrophes}`);
  return IS_SKIPPED_START.test(cell.replace(/^'+/, "")) ? `'${guarded}` : guarded;
}

/** The cell as it was before. */
export function withoutApostrophe(cell: string): string {
  const isGuarded = cell.startsWith("'") && IS_SKIPPED_START.test(cell.replace(/^'+/, ""));
  return atSigns(isGuarded ? cell.slice(1) : cell, (apostrophes) => apostrophes.slice(1));
}

/** Changes the apostrophes before each sign that would begin a formula. */
function atSigns(text: string, change: (apostrophes: string) => string): string {
  if (!SIGNS.test(text)) return text;
  let changed = "";
  let isBeginning = true;
  for (let at = 0; at < text.length; ) {
    const begins = at;
    while (text[at] === "'") at++;
    const apostrophes = text.slice(begins, at);
    const character = text[at] ?? "";
    at++;
    changed += isBeginning && SIGNS.test(character) ? change(apostrophes) : apostrophes;
    changed += character;
    isBeginning = SEPARATOR.test(character) || (isBeginning && apostrophes === "" && SKIPPED.test(character));
  }
  return changed;
}
