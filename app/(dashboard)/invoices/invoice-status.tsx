import { StatusBadge } from "../../_components/status-badge.tsx";
import { Badge } from "../../_components/ui/badge.tsx";
import { type Invoice, isPartlyPaid, isPartlyWrittenOff, stateName } from "./invoice-state.ts";

/** The state of an invoice, with what was paid of it in part. */
export function InvoiceStatus({ invoice }: { invoice: Invoice }) {
  if (isPartlyPaid(invoice)) return <Badge tone="caution">{stateName(invoice)}</Badge>;
  if (isPartlyWrittenOff(invoice)) return <Badge tone="negative">{stateName(invoice)}</Badge>;
  return <StatusBadge status={invoice.status} />;
}
