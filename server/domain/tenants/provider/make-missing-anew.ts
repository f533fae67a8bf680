import { BY_CARD } from "../../../platform/schema/provider.ts";
import type { Scope } from "../../../platform/scope.ts";
import { ProviderMissing } from "../../../providers/port.ts";
import { presentEnvironment } from "./provider-references.ts";

/** Ids at the provider that turned out to be missing, by the id of our object. */
export type Lost = ReadonlyMap<string, string>;

/** More objects than one sale can name. */
const MAX_LOST = 100;

/**
 * Does work at the card provider. Where the provider does not know a customer, product or price that stands for ours ("No such
 * price"), its id is forgotten and the work is done again, which makes the object anew; once for each object. The work must look ids
 * up itself, and use other idempotency keys when something was lost. A missing object that has no reference (a subscription, an
 * invoice) stays an error, and so does a customer who has a live subscription: then the key is the wrong one. K7xxx.
 */
export async function makeMissingAnew<T>(scope: Scope, work: (lost: Lost) => Promise<T>): Promise<T> {
  const lost = new Map<string, string>();
  for (;;) {
    try {
      return await work(lost);
    } catch (error) {
      if (!(error instanceof ProviderMissing) || error.missingId === null || lost.size === MAX_LOST)
        throw error;
      const objectId = await forgetMissing(scope, error.missingId);
      if (objectId === null || lost.has(objectId)) throw error;
      lost.set(objectId, error.missingId);
      scope.log.warn(
        { tenant_id: scope.tenantId, object_id: objectId, provider_id: error.missingId },
        "the card provider does not know an object any more: it is made anew",
      );
    }
  }
}

/** An idempotency key for work that is done again: other parameters under the same key are refused. */
export function keyAfter(key: string, lost: Lost): string {
  return lost.size === 0 ? key : `${key}:anew${lost.size}`;
}

/** Our object that a missing id stood for; null where it stood for none, or its loss must be seen by a person. */
async function forgetMissing(scope: Scope, providerId: string): Promise<string | null> {
  const { tenantId, db } = scope;
  const environment = await presentEnvironment(db, scope);
  if (environment === null) return null;
  const of = { tenantId, provider: BY_CARD, environment, providerId } as const;
  const reference = await db.providerReference.findFirst({ where: of });
  if (!reference) return null;
  const { kind, objectId } = reference;
  if (kind === "CUSTOMER") {
    const live = await db.subscription.count({
      where: { tenantId, customerId: objectId, provider: BY_CARD, status: { not: "CANCELED" } },
    });
    if (live > 0) return null;
  }
  await db.providerReference.deleteMany({ where: { ...of, kind, objectId } });
  return objectId;
}
