"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { FormField } from "../../_components/form/field.ts";
import { useDashboard } from "../../_lib/dashboard.tsx";
import { addressRuleQuery } from "../../_lib/queries.ts";

/** The field for an endpoint's address, with what it must be; and the schemas that check it before it is sent. */
export function useAddress() {
  const { api, tenant } = useDashboard();
  const client = useQueryClient();
  const query = addressRuleQuery(api, tenant.tenantId);
  const { data: rule } = useQuery(query);
  const field: FormField = {
    ...{ name: "url", label: "Address", placeholder: "https://…", isRequired: true },
    ...(rule && { hint: `${rule.what_holds}.` }),
  };
  const schemas = async () => {
    const [schema, { addressRefusal }, known] = await Promise.all([
      import("../../../server/domain/webhooks/schema.ts"),
      import("../../../server/domain/webhooks/address-rule.ts"),
      // Without an answer the server alone checks the address.
      client.ensureQueryData(query).catch(() => null),
    ]);
    const url = schema.CreateWebhookEndpoint.shape.url.superRefine((typed, context) => {
      const refusal = known && addressRefusal(typed, known);
      if (refusal) context.addIssue(`Webhooks cannot be sent to this address: ${refusal}.`);
    });
    return {
      create: schema.CreateWebhookEndpoint.extend({ url }),
      update: schema.UpdateWebhookEndpoint.extend({ url: url.optional() }),
    };
  };
  return { field, schemas };
}
