"use client";

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
          [
            "At the card provider",
            customer.provider_customer_id ? (
              <CopyButton key="provider" value={customer.provider_customer_id} className="max-w-40" />
            ) : (
              "–"
            ),
          ],
          ["Created", <Moment key="created" iso={customer.created_at} />],
          ["Changed", <Moment key="changed" iso={customer.updated_at} />],
          ...customer.users.map((user): [string, string] => ["User", user.email]),
        ]}
      />
    </Card>
  );
}
