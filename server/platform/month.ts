/** The first moment of a month (`2026-11`, UTC), or of one so many months later. */
export function firstOf(month: string, later = 0): Date {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + later, 1));
}

/** The month of a moment, UTC: `2026-11`. */
export function monthOf(moment: Date): string {
  return moment.toISOString().slice(0, 7);
}
