// In our files, a cell that a spreadsheet would run as a formula begins with an apostrophe. A text that already begins so gets one
// more, so that removing one restores the text: https://owasp.org/www-community/attacks/CSV_Injection.

const SIGNS = "=+\\-@\\t\\r\\uFF1D\\uFF0B\\uFF0D\\uFF20";
const NEEDS_ONE = new RegExp(`^'*[${SIGNS}]`);
const HAS_ONE = new RegExp(`^'+[${SIGNS}]`);

/** The cell so that no spreadsheet runs it. */
export function withApostrophe(cell: string): string {
  return NEEDS_ONE.test(cell) ? `'${cell}` : cell;
}

/** The cell as it was before. */
export function withoutApostrophe(cell: string): string {
  return HAS_ONE.test(cell) ? cell.slice(1) : cell;
}
