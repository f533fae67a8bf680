"use client";

import { ActionDialog } from "../../_components/form/action-dialog.tsx";
import { readMoney } from "../../_components/form/read-money.ts";
import { readerLocale } from "../../_components/form/reader-locale.ts";
import { Button } from "../../_components/ui/button.tsx";
import type { Api } from "../../_lib/api.ts";
import { formatDay, formatMoney } from "../../_lib/format.ts";

type Paid = Pick<
  Awaited<ReturnType<Api["invoices"]["get"]["query"]>>,
  "id" | "number" | "currency" | "amount_due" | "amount_paid" | "issued_at"
>;

/** Records what came by transfer for an invoice. `others`: how many more of the customer's are open, which this one is older than. */
export function RecordPayment({ invoice, others = 0 }: { invoice: Paid; others?: number }) {
  const { id, number, currency } = invoice;
  const left = invoice.amount_due - invoice.amount_paid;
  const surplusOf = (values: Record<string, unknown>) => surplus(values.amount, left, currency);
  const wordsOf = (values: Record<string, unknown>) => surplusWords(surplusOf(values), left, currency);
  return (
    <ActionDialog
      trigger={<Button>Record payment</Button>}
      title="Record a payment"
      description={`A transfer that you received for invoice ${number ?? "without number"}${others > 0 ? `, the oldest of ${others + 1} open ones` : ""}. Once it is paid, a past due subscription becomes active again.`}
      schema={async () =>
        (
          await import("../../../server/domain/billing/invoice-actions/record-payment-schema.ts")
        ).PayInvoice.refine(({ amount = left, surplus: kept }) => amount <= left || kept !== undefined, {
          message: "Choose what becomes of it, or write only what is due",
          path: ["surplus"],
        })
      }
      fields={[
        {
          name: "amount",
          label: "Amount",
          kind: "money",
          currency,
          isRequired: true,
        },
        {
          name: "surplus",
          label: "More than is due",
          kind: "select",
          isShown: (values) => surplusOf(values) > 0,
          options: [
            { value: "", label: "Choose what becomes of it" },
            { value: "credit", label: "Keep as credit" },
          ],
          hint: wordsOf,
        },
        {
          name: "paid_at",
          label: "Received on (UTC)",
          kind: "day",
          hint: "Leave empty for today.",
          caution: ({ paid_at: day }) => earlyWords(day, invoice.issued_at),
        },
        { name: "reference", label: "Reference" },
      ]}
      fixed={{ id }}
      initial={{ amount: left }}
      submit="Record payment"
      act={(api, input) => api.invoices.pay.mutate(input)}
      done={({ status: after, amount_surplus: more }) =>
        after !== "PAID"
          ? after === "UNCOLLECTIBLE"
            ? "The payment was recorded. The rest stays written off."
            : "The payment was recorded. The invoice is partly paid."
          : more > 0
            ? `The invoice is paid, and ${formatMoney(more, currency)} is kept as credit.`
            : "The invoice is paid."
      }
    />
  );
}

/** A payment in advance is possible, and a mistyped day or invoice likelier. */
function earlyWords(day: unknown, issued: string | null): string {
  if (typeof day !== "string" || day === "" || issued === null || day >= issued.slice(0, 10)) return "";
  return `That is before the invoice was issued, on ${formatDay(issued)}. It is recorded all the same: is it the right day, and the right invoice?`;
}

/** What was typed, said before it is sent: a digit too many is not kept as credit by mistake. */
function surplusWords(surplus: number, left: number, currency: string): string {
  const money = (amount: number) => formatMoney(amount, currency);
  const received = `${money(left + surplus)} was received, ${money(surplus)} more than is due.`;
  const check = surplus > left ? " That is more than twice what is due: is the amount right?" : "";
  return `${received}${check} Keep it as credit, and the customer’s next invoice by transfer uses it. Or write only what is due.`;
}

/** How much a typed amount is beyond what is left, in minor units; 0 while it cannot be read. */
function surplus(typed: unknown, left: number, currency: string): number {
  if (typeof typed !== "string" || typed.trim() === "") return 0;
  const read = readMoney(typed, { currency, locale: readerLocale(), finest: 0 });
  return "problem" in read ? 0 : Math.max(0, Number(read.minor) - left);
}
