import { z } from "zod";

/** The target of a change: only ids, so that it can be stored until it is due. */
export const StoredPlan = z.object({
  planPriceId: z.string(),
  planId: z.string(),
  packId: z.string(),
  drivers: z.array(z.object({ featureId: z.string(), steps: z.number().int() })),
});
export type StoredPlan = z.output<typeof StoredPlan>;
