import { z } from "zod";
import { ApiError } from "../../../../errors/api-error.ts";
import type { Quote } from "../../../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../../../platform/scope.ts";
import type { StoredPlan } from "./stored-plan.ts";

/** How long a quote is valid. */
export const QUOTE_SECONDS = 15 * 60;

const Steps = z.array(z.object({ featureId: z.string(), steps: z.number() }));

interface Asked {
  subscriptionId: string;
  plan: StoredPlan;
  effective: "NOW" | "PERIOD_END";
  promotionCodeId: string | null;
}

/** The quote, if it is still valid and for exactly this change; now is the customer's time. Throws quote_invalid. */
export async function getQuoteOrThrow(scope: Scope, id: string, now: Date, asked: Asked): Promise<Quote> {
  const { tenantId, db } = scope;
  const quote = await db.quote.findUnique({ where: { tenantId_id: { tenantId, id } } });
  const text = (drivers: z.output<typeof Steps>) =>
    drivers
      .filter(({ steps }) => steps > 0)
      .map(({ featureId, steps }) => `${featureId}=${steps}`)
      .sort()
      .join();
  const holds =
    quote !== null &&
    quote.usedAt === null &&
    quote.expiresAt > now &&
    quote.subscriptionId === asked.subscriptionId &&
    quote.planPriceId === asked.plan.planPriceId &&
    quote.effective === asked.effective &&
    quote.promotionCodeId === asked.promotionCodeId &&
    text(Steps.parse(quote.drivers)) === text(asked.plan.drivers);
  if (!holds) throw new ApiError("quote_invalid");
  return quote;
}

/** Marks a quote used, in the transaction of the change: once. Throws quote_invalid. */
export async function consumeQuote(tx: Tx, scope: Scope, id: string): Promise<void> {
  const { tenantId, clock } = scope;
  const { count } = await tx.quote.updateMany({
    where: { tenantId, id, usedAt: null },
    data: { usedAt: clock.now() },
  });
  if (count === 0) throw new ApiError("quote_invalid");
}
