"use client";

import { ActionDialog } from "../../_components/form/action-dialog.tsx";
import type { FormField } from "../../_components/form/field.ts";
import { Button } from "../../_components/ui/button.tsx";
import { useMay } from "../../_lib/use-loaded.ts";
import { usePressedByLink } from "../../_lib/use-pressed-by-link.ts";
import { LINE_FIELDS } from "./new-invoice-lines.ts";
import { type InvoicePreview, NewInvoicePreview } from "./new-invoice-preview.tsx";

/** Invoices a customer by hand, for no subscription. A line appears once the one before it says what it is for. */
export function NewInvoice() {
  const pressed = usePressedByLink("new");
  if (!useMay("ADMIN")) return null;
  return (
    <ActionDialog
      trigger={<Button ref={pressed}>New invoice</Button>}
      title="New invoice"
      description="A one-off invoice for no subscription. It is issued at once, after a look at what it says."
      schema={async () => (await import("./new-invoice-schema.ts")).NewInvoiceForm}
      fields={FIELDS}
      initial={{ currency: "USD", provider: "PROVIDER_B" }}
      preview={{
        submit: "Preview",
        act: async (api, input) =>
          api.invoices.preview.mutate((await import("./new-invoice-schema.ts")).newInvoiceRequest(input)),
        show: (preview: InvoicePreview) => <NewInvoicePreview preview={preview} />,
      }}
      submit="Issue invoice"
      act={async (api, input) =>
        api.invoices.create.mutate((await import("./new-invoice-schema.ts")).newInvoiceRequest(input))
      }
      done={({ number, provider, status }) =>
        provider === "PROVIDER_A" && status === "OPEN"
          ? `The invoice ${number ?? ""} was issued. The card was declined; Stripe tries it again.`
          : `The invoice ${number ?? ""} was issued.`
      }
    />
  );
}

const FIELDS: FormField[] = [
  {
    name: "customer",
    label: "Customer",
    kind: "customer",
    isRequired: true,
    hint: "Type a name or an e-mail address and choose; your own identifier works too.",
  },
  { name: "currency", label: "Currency", kind: "currency", isRequired: true },
  {
    ...{ name: "provider", label: "Collected", kind: "select", isRequired: true },
    options: [
      { value: "PROVIDER_B", label: "By transfer", hint: "Mailed to the customer, under your next number." },
      {
        value: "PROVIDER_A",
        label: "By card",
        hint: "Stripe issues it and charges the customer's card now.",
      },
    ],
  },
  {
    ...{ name: "due_days", label: "Days to pay", kind: "number", hint: "Leave empty to use your settings." },
    isShown: ({ provider }) => provider !== "PROVIDER_A",
  },
  ...LINE_FIELDS.flatMap(lineFields),
];

function lineFields({ number, description, amount }: (typeof LINE_FIELDS)[number]): FormField[] {
  const before = LINE_FIELDS[number - 2]?.description;
  const shared = {
    isRequired: before === undefined,
    isShown: (values: Record<string, unknown>) =>
      before === undefined || String(values[before] ?? "").trim() !== "",
  };
  return [
    { ...shared, name: description, label: `Line ${number}`, placeholder: "Set-up" },
    {
      ...{ ...shared, name: amount, label: `Amount of line ${number}`, kind: "money" },
      currency: { from: "currency" },
    },
  ];
}
