"use client";

import type { ReactNode } from "react";
import { CopyButton } from "../../../../_components/copy-button.tsx";
import { Details } from "../../../../_components/details.tsx";
import { Day } from "../../../../_components/moment.tsx";
import { Card, CardHeader, CardTitle } from "../../../../_components/ui/card.tsx";
import type { Api } from "../../../../_lib/api.ts";
import { ForDevelopers } from "../../../_history/for-developers.tsx";

type Customer = Awaited<ReturnType<Api["customers"]["get"]["query"]>>;

/** Where invoices go, and who uses the account. */
export function DetailsCard({ customer }: { customer: Customer }) {
  return (
    <Card aria-label="Details">
      <CardHeader>
        <CardTitle>Details</CardTitle>
      </CardHeader>
      <Details
        items={[
          // Without one, invoices have the name and address that stand above.
          ...(customer.invoice_address ? [billedTo(customer.invoice_address)] : []),
          ...customer.tax_ids.map(({ value }): [string, ReactNode] => [
            "Tax ID",
            <CopyButton key={value} value={value} className="max-w-40" />,
          ]),
          ...customer.users.map((user): [string, string] => ["User", user.email]),
          ["Customer since", <Day key="since" iso={customer.created_at} />],
        ]}
      />
    </Card>
  );
}

function billedTo(address: string): [string, ReactNode] {
  return [
    "Billed to",
    <span key="address" className="whitespace-pre-line">
      {address}
    </span>,
  ];
}

/** The ids by which the API and the card provider know the customer. */
export function CustomerIds({ customer }: { customer: Customer }) {
  return (
    <ForDevelopers>
      <Details
        items={[
          ["Your id", <CopyButton key="external" value={customer.external_id} className="max-w-40" />],
          ["Usher’s id", <CopyButton key="id" value={customer.id} className="max-w-40" />],
          ...atProvider(customer),
        ]}
      />
    </ForDevelopers>
  );
}

/** The customer's ids at the card provider: one for each currency in which they pay. */
function atProvider({ provider_customers: ids }: Customer): [string, ReactNode][] {
  return ids.map(({ id, currency }) => [
    ids.length > 1 && currency ? `At the card provider, ${currency}` : "At the card provider",
    <CopyButton key={id} value={id} className="max-w-40" />,
  ]);
}
