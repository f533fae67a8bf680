import { TableCell, TableRow } from "../../_components/ui/table.tsx";
import type { Api } from "../../_lib/api.ts";
import { formatDay, formatMoney } from "../../_lib/format.ts";
import { shown } from "../../_lib/shown.ts";
import { AmountTable } from "./amount-table.tsx";

export type InvoicePreview = Awaited<ReturnType<Api["invoices"]["preview"]["mutate"]>>;

/** Who would be invoiced, what, and how it is paid. */
export function NewInvoicePreview({ preview }: { preview: InvoicePreview }) {
  const { customer_name: name, customer_email: email, lines, currency, total } = preview;
  const { amount_from_credit: credit, tax } = preview;
  const isOnTop = total > lines.reduce((sum, { amount }) => sum + amount, -credit);
  return (
    <div className="grid gap-3">
      <p className="text-sm">
        To <strong className="font-medium">{name}</strong>
        {email && email !== name ? ` (${shown(email)})` : ""}. {howItIsPaid(preview)}
      </p>
      <AmountTable name="What it says" head="Line">
        {lines.map(({ description, amount }, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same, and none moves.
          <TableRow key={position}>
            <TableCell>{description}</TableCell>
            <TableCell className="text-right tabular-nums">{formatMoney(amount, currency)}</TableCell>
          </TableRow>
        ))}
        {credit > 0 && (
          <TableRow>
            <TableCell>Credit of the customer’s, which pays this much</TableCell>
            <TableCell className="text-right tabular-nums">{formatMoney(-credit, currency)}</TableCell>
          </TableRow>
        )}
        {tax !== null && tax > 0 && (
          <TableRow>
            <TableCell>{isOnTop ? "Taxes" : "Taxes, which these amounts contain"}</TableCell>
            <TableCell className="text-right tabular-nums">{formatMoney(tax, currency)}</TableCell>
          </TableRow>
        )}
        <TableRow>
          <TableCell className="font-medium">{tax === null ? "Total before taxes" : "Total"}</TableCell>
          <TableCell className="text-right font-medium tabular-nums">
            {formatMoney(total, currency)}
          </TableCell>
        </TableRow>
      </AmountTable>
      {tax === null && (
        <p className="text-sm">
          Stripe cannot compute taxes yet, because it has no address of this customer. Enter it in Stripe’s
          dashboard, or let the customer enter it in the portal; without it the invoice has no taxes, or is
          refused.
        </p>
      )}
    </div>
  );
}

function howItIsPaid({ card, due_at: due, customer_email: email }: InvoicePreview): string {
  if (card) return `The ${card.brand} card that ends in ${card.last4} is charged now.`;
  const mailed = email ? "It goes out by mail" : "They have no e-mail address, so it is not mailed";
  return due ? `${mailed}, and is to be paid by ${formatDay(due)}.` : `${mailed}.`;
}
