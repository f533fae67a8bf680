import { formatMoney } from "../../../_lib/format.ts";
import type { StartInput } from "./start-form.ts";
import type { StartPreview } from "./use-start-preview.ts";

/** What the button that sends the form says it does; null: the server has not said what is charged. */
export function submitWords(
  payment: StartInput["payment"],
  preview: StartPreview | null,
  hasCode: boolean,
): string {
  if (payment === "LINK") return "Create checkout link";
  if (!preview) return "Start subscription";
  const { trial_ends_at: trial, recurring_amount: full, amount_due: due, currency } = preview;
  if (full === 0) return "Start free";
  if (trial) return "Start trial";
  const money = formatMoney(due, currency);
  if (payment === "TRANSFER") return `Start and issue an invoice for ${money}`;
  if (due === 0) return "Start, paid by credit";
  const isLess = hasCode && preview.promotion_problem === null;
  if (isLess) return preview.adds_taxes ? "Start and charge the card" : `Start and charge up to ${money}`;
  return `Start and charge ${money}${preview.adds_taxes ? " plus taxes" : ""}`;
}
