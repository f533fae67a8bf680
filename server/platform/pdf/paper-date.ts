const DATE = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** A day as papers say it: 14 November 2026, UTC; empty for none. */
export function formatPaperDate(moment: Date | null): string {
  return moment ? DATE.format(moment) : "";
}
