"use client";

import { ActionDialog } from "../../../../_components/form/action-dialog.tsx";
import { Button } from "../../../../_components/ui/button.tsx";
import type { Api } from "../../../../_lib/api.ts";

type Customer = Awaited<ReturnType<Api["customers"]["get"]["query"]>>;

const FIELDS = [
  { name: "name", label: "Name", whenEmpty: "null" },
  { name: "email", label: "E-mail", kind: "email" },
] as const;

/** Changes a customer's name and address. */
export function EditCustomer({ customer }: { customer: Customer }) {
  const { name, email } = customer;
  return (
    <ActionDialog
      trigger={<Button variant="secondary">Edit</Button>}
      title="Edit the customer"
      description="The name and address that the dashboard and mails show. Your own identifier cannot be changed."
      schema={async () =>
        (await import("../../../../../server/domain/customers/browse-schema.ts")).UpdateCustomer
      }
      fields={[...FIELDS]}
      fixed={{ id: customer.id }}
      initial={{ name, email }}
      submit="Save"
      done="The customer was changed."
      act={(api, input) => api.customers.update.mutate(input)}
    />
  );
}
