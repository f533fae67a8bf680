/** A line of a table: a wide first column, and numbers. */
export function columns(first: string, others: (string | number)[]): string {
  return first.padEnd(28) + others.map((value) => String(value).padStart(11)).join("");
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
