"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { BY_CARD, BY_INVOICE } from "../../../server/platform/schema/provider.ts";
import { ActionDialog } from "../../_components/form/action-dialog.tsx";
import type { FormField } from "../../_components/form/field.ts";
import { InvoicePaymentCaution } from "../../_components/invoice-payment-caution.tsx";
import { Button } from "../../_components/ui/button.tsx";
import { useDueDaysField } from "../../_lib/use-due-days.ts";
import { useMay } from "../../_lib/use-loaded.ts";
import { usePressedByLink } from "../../_lib/use-pressed-by-link.ts";
import { LINE_FIELDS } from "./new-invoice-lines.ts";
import { type InvoicePreview, NewInvoicePreview } from "./new-invoice-preview.tsx";

/** Invoices a customer by hand, for no subscription. */
export function NewInvoice() {
  const pressed = usePressedByLink("new");
  const dueDays = useDueDaysField();
  const [shown, setShown] = useState(1);
  if (!useMay("ADMIN")) return null;
  return (
    <ActionDialog
      trigger={<Button ref={pressed}>New invoice</Button>}
      title="New invoice"
      description="A one-off invoice for no subscription. It is issued at once, after a look at what it says."
      schema={async () => (await import("./new-invoice-schema.ts")).NewInvoiceForm}
      fields={fieldsFor(dueDays, shown)}
      initial={{ currency: "USD", provider: BY_INVOICE }}
      preview={{
        submit: "Preview",
        act: async (api, input) =>
          api.invoices.preview.mutate((await import("./new-invoice-schema.ts")).newInvoiceRequest(input)),
        show: (preview: InvoicePreview) => <NewInvoicePreview preview={preview} />,
      }}
      submit="Issue invoice"
      act={async (api, input) => {
        const { newInvoiceRequest } = await import("./new-invoice-schema.ts");
        const made = await api.invoices.create.mutate(newInvoiceRequest(input));
        setShown(1);
        return made;
      }}
      done={({ number, provider, status }) =>
        provider === BY_CARD && status === "OPEN"
          ? `The invoice ${number ?? ""} was issued. The card was declined; Stripe tries it again.`
          : `The invoice ${number ?? ""} was issued.`
      }
      below={
        shown < LINE_FIELDS.length && (
          <Button variant="secondary" size="small" onClick={() => setShown(shown + 1)}>
            <Plus aria-hidden />
            Add a line
          </Button>
        )
      }
    >
      <InvoicePaymentCaution />
    </ActionDialog>
  );
}

const FIELDS: FormField[] = [
  {
    name: "customer",
    label: "Customer",
    kind: "customer",
    isRequired: true,
    hint: "Find by name, e-mail address or your own id, and choose.",
  },
  { name: "currency", label: "Currency", kind: "currency", isRequired: true },
  {
    name: "provider",
    label: "Payment",
    kind: "select",
    isRequired: true,
    isBeside: true,
    options: [
      { value: BY_INVOICE, label: "By transfer", hint: "Mailed to the customer, under your next number." },
      {
        value: BY_CARD,
        label: "By card",
        hint: "Stripe issues it and charges the customer's card now.",
      },
    ],
  },
];

/** The fields, with so many lines or, of a form that was begun before, as many as it has. */
const fieldsFor = (dueDays: FormField, shown: number): FormField[] => [
  ...FIELDS,
  { ...dueDays, isShown: ({ provider }) => provider !== BY_CARD },
  ...LINE_FIELDS.flatMap((line) => lineFields(line, shown)),
];

function lineFields(
  { number, description, amount }: (typeof LINE_FIELDS)[number],
  shown: number,
): FormField[] {
  const isTyped = (value: unknown) => String(value ?? "").trim() !== "";
  const shared = {
    isRequired: number === 1,
    isShown: (values: Record<string, unknown>) =>
      number <= shown || isTyped(values[description]) || isTyped(values[amount]),
  };
  return [
    { ...shared, name: description, label: `Line ${number}`, placeholder: "Set-up" },
    {
      ...shared,
      name: amount,
      label: `Amount of line ${number}`,
      kind: "money",
      currency: { from: "currency" },
      isBeside: true,
    },
  ];
}
