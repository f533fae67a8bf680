import { z } from "zod";
import { CreateSubscription } from "../../../../server/domain/billing/subscriptions/start/schema.ts";
import { CreateCustomer } from "../../../../server/domain/customers/browse-schema.ts";
import { BY_CARD, BY_INVOICE } from "../../../../server/platform/schema/provider.ts";
import type { FormField } from "../../../_components/form/field.ts";

const of = CreateSubscription.shape;

/** What the page asks; `card` is a saved card (pm_…) or the token of a test card (tok_…). */
export const StartForm = z.strictObject({
  who: z.enum(["KNOWN", "NEW"]),
  customer: of.customer.optional(),
  email: of.email,
  name: CreateCustomer.shape.name,
  identifier: CreateCustomer.shape.customer.optional(),
  plan_price_id: of.plan_price_id,
  drivers: of.drivers,
  payment: z.enum(["CARD", "LINK", "TRANSFER"]),
  promotion_code: of.promotion_code,
  card: of.cardprovider_payment_method_id,
  due_days: of.due_days,
  invoice_address: of.invoice_address,
});

export type StartInput = z.output<typeof StartForm>;

/** The request of a start, by card or by transfer, for a customer who is there. */
export function startRequest(
  { payment, plan_price_id, drivers, email, promotion_code, card, due_days, invoice_address }: StartInput,
  customer: string,
): z.input<typeof CreateSubscription> {
  const shared = { customer, plan_price_id, drivers, email };
  if (payment === "TRANSFER") return { ...shared, provider: BY_INVOICE, due_days, invoice_address };
  const isToken = card?.startsWith("tok_") ?? false;
  return {
    ...shared,
    provider: BY_CARD,
    promotion_code,
    ...(isToken ? { cardprovider_test_card_token: card } : { cardprovider_payment_method_id: card }),
  };
}

const isNew = ({ who }: Record<string, unknown>) => who === "NEW";
const isPaidBy = (way: StartInput["payment"]) => (values: Record<string, unknown>) => values.payment === way;

interface Known {
  /** The chosen customer has no e-mail address. */
  lacksEmail: boolean;
  /** The server says that this start needs a card. */
  needsCard: boolean;
  dueDays: FormField;
}

/** The fields in the order of the page. */
export function startFields({ lacksEmail, needsCard, dueDays }: Known): FormField[] {
  return [
    { name: "who", label: "Customer", kind: "select" },
    { name: "customer", label: "Customer", isRequired: true, isShown: (values) => !isNew(values) },
    {
      name: "email",
      label: "E-mail address",
      kind: "email",
      isRequired: true,
      isShown: (values) => isNew(values) || lacksEmail,
    },
    { name: "name", label: "Name", isShown: isNew },
    {
      name: "identifier",
      label: "Customer id in your system",
      isShown: isNew,
      hint: "What your own records call them. Left empty: the e-mail address. It cannot be changed.",
    },
    { name: "plan_price_id", label: "Plan", isRequired: true },
    { name: "drivers", label: "More of it" },
    { name: "payment", label: "Payment", kind: "select" },
    { name: "card", label: "Card", isShown: isPaidBy("CARD"), isRequired: needsCard },
    { ...dueDays, isShown: isPaidBy("TRANSFER") },
    {
      name: "invoice_address",
      label: "Billed to",
      kind: "textarea",
      isShown: isPaidBy("TRANSFER"),
      hint: "Name, address and tax number on the invoices. Left empty: as the customer has it.",
    },
    { name: "promotion_code", label: "Promotion code", isShown: isPaidBy("CARD") },
  ];
}
