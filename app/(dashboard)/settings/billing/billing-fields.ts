import type { FormField } from "../../../_components/form/field.ts";

export const LETTERHEAD: FormField[] = [
  {
    name: "invoice_seller",
    label: "Seller",
    kind: "textarea",
    whenEmpty: "null",
    placeholder: "Contoso Ltd\n1 High Street, London\nVAT GB123456789",
    hint: "Name, address and tax number, a line each. Empty: your product's name.",
  },
  {
    name: "invoice_payment",
    label: "How to pay",
    kind: "textarea",
    whenEmpty: "null",
    placeholder: "Bank of London\nIBAN GB33 BUKB 2020 1555 5555 55",
    hint: "The bank account, a line each. It is on invoices of which something is left to pay.",
  },
];

export const NUMBERS: FormField[] = [
  {
    name: "invoice_number_prefix",
    label: "Invoice numbers begin with",
    placeholder: "INV-",
    hint: "Letters, digits and / _ . -",
  },
  {
    name: "credit_note_number_prefix",
    label: "Credit note numbers begin with",
    placeholder: "CN-",
    hint: "Letters, digits and / _ . -",
  },
];

export const DUE: FormField[] = [
  {
    name: "invoice_due_days",
    label: "Days to pay",
    kind: "number",
    isRequired: true,
    hint: "An invoice or a subscription can have its own.",
  },
  {
    name: "reminder_days",
    label: "Remind so many days after the due date",
    whenEmpty: "null",
    placeholder: "7, 14",
    hint: "Several are separated by commas. Empty: nobody is reminded.",
  },
  {
    name: "unpaid_after_days",
    label: "Days overdue until it ends",
    kind: "number",
    isRequired: true,
    hint: "After these days the subscription is unpaid or canceled, as you choose under “Failed payments”.",
  },
];

export const FAILED: FormField[] = [
  {
    name: "grace_period_days",
    label: "Grace period in days",
    kind: "number",
    isRequired: true,
    hint: "How long a customer keeps access after a renewal's payment fails.",
  },
  {
    name: "dunning_end_policy",
    label: "When the last payment attempt fails",
    kind: "select",
    options: [
      { value: "UNPAID", label: "Mark the subscription unpaid" },
      { value: "CANCELED", label: "Cancel the subscription" },
    ],
    hint: "By transfer: when the days overdue are over.",
  },
  {
    name: "trial_end_policy",
    label: "When a trial ends without a card",
    kind: "select",
    options: [
      { value: "CANCEL", label: "Cancel the subscription" },
      { value: "PAUSE", label: "Pause the subscription" },
      { value: "FREE_PLAN", label: "Move the customer to the free plan" },
    ],
  },
];

export const TAXES: FormField[] = [
  {
    name: "automatic_tax",
    label: "Stripe computes and collects taxes",
    kind: "switch",
    hint: "For subscriptions and invoices by card that begin from now on. First switch on Stripe Tax in Stripe's dashboard.",
  },
  {
    name: "tax_behavior",
    label: "Prices and taxes",
    kind: "select",
    whenEmpty: "null",
    options: [
      { value: "", label: "As Stripe's tax settings say" },
      { value: "EXCLUSIVE", label: "Taxes are added to prices" },
      { value: "INCLUSIVE", label: "Prices contain taxes" },
    ],
    hint: "For what is sold from now on. Running subscriptions stay as they are.",
    isShown: ({ automatic_tax }) => automatic_tax === true,
  },
];

export const REPORTING: FormField[] = [
  {
    name: "reporting_currency",
    label: "Company currency",
    kind: "currency",
    whenEmpty: "null",
    placeholder: "EUR",
    hint: "Empty: revenue is shown by currency alone.",
  },
];
