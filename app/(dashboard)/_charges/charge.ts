import type { Api } from "../../_lib/api.ts";

export type ChargeRow = Awaited<ReturnType<Api["ledger"]["browse"]["query"]>>["data"][number];

/** What a charge's state means for the one who looks at it. */
export const STATES: Record<
  ChargeRow["state"],
  { label: string; tone: "notice" | "positive" | "caution" | "neutral" }
> = {
  waiting: { label: "Not invoiced yet", tone: "notice" },
  sent: { label: "On the next invoice", tone: "notice" },
  invoiced: { label: "Invoiced", tone: "positive" },
  held: { label: "Needs a decision", tone: "caution" },
  written_off: { label: "Written off", tone: "neutral" },
  balance: { label: "Credit in Stripe", tone: "neutral" },
};

/** An invoice by its number. One that was voided as a draft has none. */
export const invoiceName = (number: string | null): string => number ?? "without number";
