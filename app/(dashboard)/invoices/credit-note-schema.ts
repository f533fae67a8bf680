import { z } from "zod";
import { CreateCreditNote } from "../../../server/domain/billing/credit-notes/schema.ts";
import type { Api } from "../../_lib/api.ts";

type Lines = Pick<Awaited<ReturnType<Api["invoices"]["get"]["query"]>>["lines"][number], "id" | "amount">[];
type Request = Parameters<Api["creditNotes"]["preview"]["mutate"]>[0];
type Preview = Awaited<ReturnType<Api["creditNotes"]["preview"]["mutate"]>>;

const { id, amount, to, left_to_credit, reason, reference, refunded_at } = CreateCreditNote.shape;

/** Lines of which something can be credited. */
const creditable = (lines: Lines) => lines.filter((line) => line.amount > 0);

/** What the form asks for: the operation's own fields, and an amount under the id of each line of the invoice. */
export function creditNoteForm(lines: Lines) {
  const ids = creditable(lines).map((line) => line.id);
  return z
    .strictObject({
      id,
      amount,
      to,
      left_to_credit,
      reference,
      refunded_at,
      reason: z.string("Write a reason.").pipe(reason),
      credits: z.enum(["all", "amount", "lines"]),
      ...Object.fromEntries(ids.map((line) => [line, amount])),
    })
    .refine((input) => input.credits !== "amount" || input.amount !== undefined, {
      message: "Write an amount",
      path: ["amount"],
    })
    .refine((input) => input.credits !== "lines" || ids.some((line) => amountOf(input, line) !== undefined), {
      message: "Write an amount for at least one line",
      path: ["credits"],
    });
}

type Form = z.output<ReturnType<typeof creditNoteForm>>;

/** The request for a preview of what the form says. */
export function previewRequest(lines: Lines, form: Form): Request {
  const named = creditable(lines).flatMap((line) => {
    const part = amountOf(form, line.id);
    return part === undefined ? [] : [{ line_id: line.id, amount: part }];
  });
  return {
    id: form.id,
    ...(form.credits === "amount" && { amount: form.amount }),
    ...(form.credits === "lines" && { lines: named }),
    ...(form.to !== undefined && { to: form.to }),
  };
}

/** The request for the note itself, of what the preview said: it is refused where another amount is left of the invoice by now. */
export function creditNoteRequest(lines: Lines, form: Form, preview: Preview) {
  return {
    ...previewRequest(lines, form),
    ...(form.credits !== "lines" && { amount: preview.amount }),
    left_to_credit: preview.left_to_credit + preview.amount,
    reason: form.reason,
    ...(form.reference !== undefined && { reference: form.reference }),
    ...(form.refunded_at !== undefined && { refunded_at: form.refunded_at }),
  };
}

function amountOf(form: object, line: string): number | undefined {
  const typed: unknown = Reflect.get(form, line);
  return typeof typed === "number" ? typed : undefined;
}
