/** Whether a row says what was read: moments by their time, all else by its text. */
export function isSame<Columns extends object>(row: Columns, read: Columns): boolean {
  const text = (value: unknown) => (value instanceof Date ? value.getTime() : String(value));
  return Object.entries(read).every(([name, value]) => text(value) === text(row[name as keyof Columns]));
}
