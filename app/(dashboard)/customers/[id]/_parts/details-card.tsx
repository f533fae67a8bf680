"use client";

import type { ReactNode } from "react";
import { CopyButton } from "../../../../_components/copy-button.tsx";
import { Details } from "../../../../_components/details.tsx";
import { Moment } from "../../../../_components/moment.tsx";
import { Card, CardHeader, CardTitle } from "../../../../_components/ui/card.tsx";
import type { Api } from "../../../../_lib/api.ts";

type Customer = Awaited<ReturnType<Api["customers"]["get"]["query"]>>;

/** Identifiers, address and users of a customer. */
export function DetailsCard({ customer }: { customer: Customer }) {
  const { email, external_id: externalId } = customer;
  return (
    <Card aria-label="Details">
      <CardHeader>
        <CardTitle>Details</CardTitle>
      </CardHeader>
      <Details
        items={[
          ["Id", <CopyButton key="id" value={customer.id} className="max-w-40" />],
          ["Your id", <CopyButton key="external" value={externalId} className="max-w-40" />],
          ["E-mail", email ? <CopyButton key="email" value={email} className="max-w-48" /> : "–"],
          [
            "Billed to",
            customer.invoice_address ? (
              <span key="address" className="whitespace-pre-line">
                {customer.invoice_address}
              </span>
            ) : (
              "Name and e-mail"
            ),
          ],
          ...customer.tax_ids.map(({ value }): [string, ReactNode] => [
            "Tax ID",
            <CopyButton key={value} value={value} className="max-w-40" />,
          ]),
          ...atProvider(customer),
          ["Created", <Moment key="created" iso={customer.created_at} />],
          ["Changed", <Moment key="changed" iso={customer.updated_at} />],
          ...customer.users.map((user): [string, string] => ["User", user.email]),
        ]}
      />
    </Card>
  );
}

/** The customer's ids at the card provider: one for each currency in which they pay. */
function atProvider({ provider_customers: ids }: Customer): [string, ReactNode][] {
  const label = "At the card provider";
  if (ids.length === 0) return [[label, "–"]];
  return ids.map(({ id, currency }) => [
    ids.length > 1 && currency ? `${label}, ${currency}` : label,
    <CopyButton key={id} value={id} className="max-w-40" />,
  ]);
}
