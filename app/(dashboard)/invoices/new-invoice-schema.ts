import { z } from "zod";
import { CreateInvoice } from "../../../server/domain/billing/invoice-actions/issue-one-off-schema.ts";
import { BY_INVOICE } from "../../../server/platform/schema/provider.ts";
import type { Api } from "../../_lib/api.ts";
import { LINE_FIELDS } from "./new-invoice-lines.ts";

const { customer, provider, currency, due_days, lines } = CreateInvoice.shape;
const { description, amount } = lines.element.shape;

const MORE_LINES: object = Object.fromEntries(
  LINE_FIELDS.slice(1).flatMap((line) => [
    [line.description, description.optional()],
    [line.amount, amount.optional()],
  ]),
);

/** The operation's fields, with each line's in a row: the first is needed, and a line has both or none. */
export const NewInvoiceForm = z
  .strictObject({
    customer,
    provider,
    currency,
    due_days,
    description,
    amount,
    ...MORE_LINES,
  })
  .superRefine((input, context) => {
    for (const line of LINE_FIELDS.slice(1)) {
      const [text, sum] = valuesOf(input, line);
      if (text !== undefined && sum === undefined)
        context.addIssue({ code: "custom", path: [line.amount], message: "write an amount" });
      if (text === undefined && sum !== undefined)
        context.addIssue({ code: "custom", path: [line.description], message: "say what it is for" });
    }
  });

/** The operation's input. */
export function newInvoiceRequest(
  form: z.output<typeof NewInvoiceForm>,
): Parameters<Api["invoices"]["create"]["mutate"]>[0] {
  return {
    customer: form.customer,
    provider: form.provider,
    currency: form.currency,
    lines: LINE_FIELDS.flatMap((line) => {
      const [text, sum] = valuesOf(form, line);
      return typeof text === "string" && typeof sum === "number" ? [{ description: text, amount: sum }] : [];
    }),
    ...(form.due_days !== undefined && form.provider === BY_INVOICE && { due_days: form.due_days }),
  };
}

function valuesOf(form: object, line: (typeof LINE_FIELDS)[number]): [unknown, unknown] {
  return [Reflect.get(form, line.description), Reflect.get(form, line.amount)];
}
