"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { ActionDialog } from "../../_components/form/action-dialog.tsx";
import { Button } from "../../_components/ui/button.tsx";
import { useMay } from "../../_lib/use-loaded.ts";

/** Makes a customer by hand, such as one who is to get a one-off invoice, and opens their page. */
export function NewCustomer() {
  const router = useRouter();
  if (!useMay("ADMIN")) return null;
  return (
    <ActionDialog
      trigger={<Button>New customer</Button>}
      title="New customer"
      description="For a customer who bought outside your product. The first API call that names a customer creates them, too."
      schema={async () => (await import("../../../server/domain/customers/browse-schema.ts")).CreateCustomer}
      fields={[
        {
          name: "customer",
          label: "Customer id in your system",
          isRequired: true,
          placeholder: "acme",
          hint: "What your own records call them. It cannot be changed.",
        },
        { name: "name", label: "Name" },
        {
          name: "email",
          label: "E-mail address",
          kind: "email",
          hint: "Where invoices and reminders go.",
        },
        {
          name: "invoice_address",
          label: "Address on invoices",
          kind: "textarea",
          hint: "Name, address and tax number. Left empty: name and e-mail address.",
        },
      ]}
      submit="Create customer"
      act={(api, input) => api.customers.create.mutate(input)}
      onDone={({ id }) => router.push(`/customers/${id}` as Route)}
      done={({ external_id: id }) => `The customer ${id} was created.`}
    />
  );
}
