import type { InvoiceStatus } from "../../../platform/database/client/client.ts";
import type { EventType } from "../../events/types.ts";

// The life of an invoice as one table: state × trigger → next state and event, for both providers. It is the one place that names a change
// of an invoice's status; docs/invoices.md is made from it.

type InvoiceEvent = Extract<EventType, `invoice.${string}`>;

/** What happens to an invoice. A writer says this; the next status and the event follow. */
export type InvoiceTrigger =
  | "draft"
  | "issue"
  | "issue_settled"
  | "adopt"
  | "pay"
  | "pay_part"
  | "payment_fails"
  | "take_back_payment"
  | "take_back_part"
  | "credit"
  | "void"
  | "delete_draft"
  | "write_off"
  | "reopen"
  | "remind"
  | "stop_reminders"
  | "resume_reminders"
  | "extend_due_date"
  | "update";

/** NEW: there is no invoice yet. */
type InvoiceState = InvoiceStatus | "NEW";

interface InvoiceStep {
  from: readonly InvoiceState[];
  trigger: InvoiceTrigger;
  /** SAME: only facts beside the status change, such as what is paid. */
  to: InvoiceStatus | "SAME";
  event: InvoiceEvent;
  /** For the documentation. */
  when: string;
}

const ALL = ["DRAFT", "OPEN", "PAID", "VOID", "UNCOLLECTIBLE"] as const;

/** Where several steps lead from one state to another, the first is taken for an invoice that was read at the card provider. */
export const INVOICE_LIFECYCLE: readonly InvoiceStep[] = [
  {
    from: ["NEW"],
    trigger: "draft",
    to: "DRAFT",
    event: "invoice.created",
    when: "The card provider drafts it.",
  },
  { from: ["NEW", "DRAFT"], trigger: "issue", to: "OPEN", event: "invoice.issued", when: "It is issued." },
  {
    from: ["NEW", "DRAFT"],
    trigger: "issue_settled",
    to: "PAID",
    event: "invoice.paid",
    when: "It is issued with nothing to pay, or paid at once.",
  },
  {
    from: ["NEW"],
    trigger: "adopt",
    to: "VOID",
    event: "invoice.voided",
    when: "It was void at the card provider before it was known here.",
  },
  {
    from: ["NEW", "DRAFT"],
    trigger: "adopt",
    to: "UNCOLLECTIBLE",
    event: "invoice.marked_uncollectible",
    when: "It was given up at the card provider before it was known here as issued.",
  },
  {
    from: ["DRAFT"],
    trigger: "delete_draft",
    to: "VOID",
    event: "invoice.voided",
    when: "The draft is deleted or voided at the card provider: nobody owes it.",
  },
  {
    from: ["OPEN", "UNCOLLECTIBLE"],
    trigger: "pay",
    to: "PAID",
    event: "invoice.paid",
    when: "Nothing is left to pay: by payments, credit, or a credit note.",
  },
  {
    from: ["OPEN", "UNCOLLECTIBLE"],
    trigger: "pay_part",
    to: "SAME",
    event: "invoice.partially_paid",
    when: "A part of it is paid.",
  },
  {
    from: ["OPEN"],
    trigger: "payment_fails",
    to: "SAME",
    event: "invoice.payment_failed",
    when: "The card provider could not collect it.",
  },
  {
    from: ["PAID"],
    trigger: "take_back_payment",
    to: "OPEN",
    event: "invoice.payment_taken_back",
    when: "A payment is taken back: it is to be paid again.",
  },
  {
    from: ["OPEN", "PAID", "UNCOLLECTIBLE"],
    trigger: "take_back_part",
    to: "SAME",
    event: "invoice.payment_taken_back",
    when: "A payment is taken back, and the status stays: it was open or given up, or nothing is to be paid all the same.",
  },
  {
    from: ["OPEN", "UNCOLLECTIBLE"],
    trigger: "take_back_part",
    to: "PAID",
    event: "invoice.payment_taken_back",
    when: "A payment is taken back, and what credit notes take off leaves nothing to pay.",
  },
  {
    from: ["OPEN"],
    trigger: "void",
    to: "VOID",
    event: "invoice.voided",
    when: "It is voided; its number is not used again.",
  },
  {
    from: ["UNCOLLECTIBLE"],
    trigger: "void",
    to: "VOID",
    event: "invoice.voided",
    when: "It is voided at the card provider after it was given up.",
  },
  {
    from: ["OPEN"],
    trigger: "write_off",
    to: "UNCOLLECTIBLE",
    event: "invoice.marked_uncollectible",
    when: "What is left to pay is given up.",
  },
  {
    from: ["UNCOLLECTIBLE"],
    trigger: "reopen",
    to: "OPEN",
    event: "invoice.reopened",
    when: "That is taken back: the rest is to be paid again.",
  },
  {
    from: ALL,
    trigger: "credit",
    to: "SAME",
    event: "invoice.updated",
    when: "A credit note, a refund or a dispute changes what it comes to.",
  },
  {
    from: ["OPEN"],
    trigger: "remind",
    to: "SAME",
    event: "invoice.reminded",
    when: "A reminder is written.",
  },
  {
    from: ["OPEN"],
    trigger: "stop_reminders",
    to: "SAME",
    event: "invoice.reminders_stopped",
    when: "A person stops its reminders.",
  },
  {
    from: ["OPEN"],
    trigger: "resume_reminders",
    to: "SAME",
    event: "invoice.reminders_resumed",
    when: "A person lets them be sent again.",
  },
  {
    from: ["OPEN"],
    trigger: "extend_due_date",
    to: "SAME",
    event: "invoice.due_date_extended",
    when: "A person puts off its due date.",
  },
  {
    from: ALL,
    trigger: "update",
    to: "SAME",
    event: "invoice.updated",
    when: "Something else of it changes at the card provider.",
  },
];

/** What tells of a status that no step leads to from the one before: the card provider has the last word. */
const ARRIVES: Record<InvoiceStatus, InvoiceEvent> = {
  DRAFT: "invoice.created",
  OPEN: "invoice.issued",
  PAID: "invoice.paid",
  VOID: "invoice.voided",
  UNCOLLECTIBLE: "invoice.marked_uncollectible",
};

/** The status of an invoice after a trigger. Throws an Error where the table has no such step, which a caller's own check prevents. */
export function statusAfter(from: InvoiceState, trigger: InvoiceTrigger): InvoiceStatus {
  const step = INVOICE_LIFECYCLE.find((one) => one.trigger === trigger && one.from.includes(from));
  const status = step?.to === "SAME" ? from : step?.to;
  if (status === undefined || status === "NEW")
    throw new Error(`Nothing says what ${trigger} does to an invoice that is ${from}.`);
  return status;
}

/** What its sums make of an invoice that was issued: with nothing left to pay it is PAID; one that was PAID is OPEN again. */
export function settledStatus(status: InvoiceStatus, isSettled: boolean): InvoiceStatus {
  if (isSettled) return status === "PAID" ? status : statusAfter(status, "pay");
  return status === "PAID" ? statusAfter(status, "take_back_payment") : status;
}

/** The event of a trigger that has made an invoice so. Throws an Error where the table has no such step. */
export function eventOfInvoice(from: InvoiceState, trigger: InvoiceTrigger, to: InvoiceStatus): InvoiceEvent {
  const steps = INVOICE_LIFECYCLE.filter((one) => one.trigger === trigger && one.from.includes(from));
  const step = steps.find((one) => (one.to === "SAME" ? from : one.to) === to);
  if (!step) throw new Error(`Nothing says that ${trigger} makes a ${from} invoice ${to}.`);
  return step.event;
}

interface Read {
  status: InvoiceStatus;
  attemptCount: number;
}

/** The event of an invoice that was read at the card provider; `before` is null for a new one. */
export function eventOfRead(before: Read | null, after: Read): InvoiceEvent {
  const { status } = after;
  if (before?.status === status) {
    const hasFailed = status === "OPEN" && after.attemptCount > before.attemptCount;
    return eventOfInvoice(status, hasFailed ? "payment_fails" : "update", status);
  }
  const from = before?.status ?? "NEW";
  const step = INVOICE_LIFECYCLE.find((one) => one.from.includes(from) && one.to === status);
  return step?.event ?? ARRIVES[status];
}
