import { INVOICE_STATUSES } from "../../server/platform/schema/words.ts";
import { Badge } from "./ui/badge.tsx";

type Tone = "neutral" | "positive" | "caution" | "negative" | "notice";

/** The label of every status. */
const STATUSES: Record<string, [string, Tone]> = {
  ACTIVE: ["Active", "positive"],
  TRIALING: ["On trial", "notice"],
  PAST_DUE: ["Past due", "caution"],
  UNPAID: ["Unpaid", "negative"],
  PAUSED: ["Paused", "neutral"],
  CANCELED: ["Canceled", "neutral"],
  PENDING: ["Pending", "caution"],
  INVITED: ["Invited", "notice"],
  REGISTERED: ["Registered", "positive"],
  REJECTED: ["Rejected", "neutral"],
  DRAFT: [INVOICE_STATUSES.DRAFT, "caution"],
  ARCHIVED: ["Archived", "neutral"],
  OPEN: [INVOICE_STATUSES.OPEN, "notice"],
  PAID: [INVOICE_STATUSES.PAID, "positive"],
  VOID: [INVOICE_STATUSES.VOID, "neutral"],
  UNCOLLECTIBLE: [INVOICE_STATUSES.UNCOLLECTIBLE, "negative"],
  DELIVERED: ["Delivered", "positive"],
  CLOSED: ["Closed", "neutral"],
  BILLED: ["Billed", "positive"],
  QUEUED: ["Queued", "caution"],
  SENT: ["Sent", "positive"],
  FAILED: ["Failed", "negative"],
  RUNNING: ["Running", "notice"],
  DONE: ["Done", "positive"],
  ROLLED_BACK: ["Moved back", "neutral"],
  READY: ["Ready", "positive"],
  ADVANCING: ["Advancing", "notice"],
  USED: ["Used", "positive"],
  EXPIRED: ["Expired", "neutral"],
  REVOKED: ["Revoked", "negative"],
};

export function StatusBadge({ status }: { status: string }) {
  const [label, tone] = STATUSES[status] ?? [status, "neutral"];
  return <Badge tone={tone}>{label}</Badge>;
}

export const statusLabel = (status: string): string => STATUSES[status]?.[0] ?? status;
