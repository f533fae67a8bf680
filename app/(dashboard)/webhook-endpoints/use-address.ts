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
    name: "url",
    label: "Address",
    placeholder: "https://…",
    isRequired: true,
    ...(rule && { hint: `${rule.what_holds}.` }),
  };
  const schemas = async () => {
    const [{ CreateWebhookEndpoint }, { UpdateWebhookEndpoint }, { urlProblem }, { asSentence }, known] =
      await Promise.all([
        import("../../../server/domain/webhooks/create-endpoint-schema.ts"),
        import("../../../server/domain/webhooks/change-endpoint-schema.ts"),
        import("../../../server/platform/addresses.ts"),
        import("../../../server/platform/schema/words-for-issue.ts"),
        // Without an answer the server alone checks the address.
        client.ensureQueryData(query).catch(() => null),
      ]);
    const url = CreateWebhookEndpoint.shape.url.superRefine((typed, context) => {
      const problem = known && urlProblem(typed, known.may_be_private);
      // What holds instead stands above it, as the field's hint.
      if (problem) context.addIssue(asSentence(problem));
    });
    return {
      create: CreateWebhookEndpoint.extend({ url }),
      update: UpdateWebhookEndpoint.extend({ url: url.optional() }),
    };
  };
  return { field, schemas };
}
