import { z } from "zod";
import { internalOperation } from "../../platform/schema/operation.ts";

export const FirstSteps = z.object({
  is_done: z.boolean().meta({
    description: "Whether every step is done, or the LIVE tenant has a customer with a live subscription.",
  }),
  steps: z.array(
    z.object({
      step: z.enum(["CATALOG", "PURCHASE", "KEY", "MAIL", "CARD_PROVIDER", "GO_LIVE"]),
      done: z.boolean(),
      tenant_id: z.string().meta({ description: "Where the step is taken: the sandbox or the LIVE tenant." }),
      tenant_slug: z.string(),
    }),
  ),
});

export const firstStepsMeta = internalOperation({ role: "VIEWER" });
