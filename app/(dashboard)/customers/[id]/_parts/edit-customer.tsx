"use client";

import { OpenAction } from "../../../../_components/form/action-dialog.tsx";
import type { FormField } from "../../../../_components/form/field.ts";
import type { Api } from "../../../../_lib/api.ts";

type Customer = Awaited<ReturnType<Api["customers"]["get"]["query"]>>;

const FIELDS: FormField[] = [
  { name: "name", label: "Name", whenEmpty: "null" },
  { name: "email", label: "E-mail", kind: "email" },
  {
    name: "invoice_address",
    label: "Billed to",
    kind: "textarea",
    whenEmpty: "null",
    placeholder: "Ada Ltd\n1 High Street, London\nVAT GB123456789",
    hint: "Name, address and tax number, a line each, on invoices by transfer from the next one on. Empty: name and e-mail. Invoices by card show what Stripe knows.",
  },
];

/** Changes a customer's name, e-mail address and billing address. */
export function EditCustomer({ customer, close }: { customer: Customer; close: () => void }) {
  const { name, email, invoice_address } = customer;
  return (
    <OpenAction
      close={close}
      title="Edit the customer"
      description="What the dashboard, mails and invoices show. Your own identifier cannot be changed."
      schema={async () =>
        (await import("../../../../../server/domain/customers/browse-schema.ts")).UpdateCustomer
      }
      fields={FIELDS}
      fixed={{ id: customer.id }}
      initial={{ name, email, invoice_address }}
      submit="Save"
      done="The customer was changed."
      act={(api, input) => api.customers.update.mutate(input)}
    />
  );
}
