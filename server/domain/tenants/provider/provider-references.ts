import type { ProviderObjectKind, ProviderReference } from "../../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";

// Which object of the card provider stands for which of ours: for each of ours there is at most one in an environment (the account
// and mode of a key), for a customer one in each currency, and the reverse. Only those of the environment that the tenant's key opens
// are seen; others stay for when the tenant goes back to it.

type Ids = { objectId: string | { in: string[] } } | { providerId: string | { in: string[] } };

/** The references of objects of one kind, by our ids or by the provider's. */
export async function findReferences(
  tx: Tx,
  scope: Scope,
  kind: ProviderObjectKind,
  ids: Ids,
): Promise<ProviderReference[]> {
  const environment = await presentEnvironment(tx, scope);
  if (environment === null) return [];
  const { tenantId } = scope;
  return tx.providerReference.findMany({
    where: { tenantId, provider: "PROVIDER_A", environment, kind, ...ids },
  });
}

/** The environment that the tenant's key opens; null without an account. */
export async function presentEnvironment(tx: Tx, { tenantId }: Scope): Promise<string | null> {
  const account = await tx.providerAccount.findUnique({
    where: { tenantId_provider: { tenantId, provider: "PROVIDER_A" } },
    select: { environment: true },
  });
  return account?.environment ?? null;
}

/** The provider's id of a product or price of ours; null while the provider has none for it. Customers: customers/provider-customer.ts. */
export async function findProviderId(
  tx: Tx,
  scope: Scope,
  kind: "PRODUCT" | "PRICE",
  objectId: string,
): Promise<string | null> {
  return (await findReferences(tx, scope, kind, { objectId }))[0]?.providerId ?? null;
}

/** The id of our object that an object of the provider stands for; null when it stands for none. */
export async function findObjectId(
  tx: Tx,
  scope: Scope,
  kind: ProviderObjectKind,
  providerId: string,
): Promise<string | null> {
  return (await findReferences(tx, scope, kind, { providerId }))[0]?.objectId ?? null;
}

/**
 * Stores which object of the provider stands for ours, in the environment of the tenant's key (a trigger names it). The first one
 * that was stored stays.
 */
export async function keepProviderId(
  tx: Tx,
  { tenantId, clock }: Scope,
  reference: { kind: ProviderObjectKind; objectId: string; currency?: string; providerId: string },
): Promise<void> {
  await tx.providerReference.createMany({
    data: [{ tenantId, provider: "PROVIDER_A", ...reference, createdAt: clock.now() }],
    skipDuplicates: true,
  });
}

/** Forgets which objects of the provider stand for ours, because the provider has deleted them. */
export async function forgetProviderIds(
  tx: Tx,
  scope: Scope,
  kind: ProviderObjectKind,
  objectIds: string[],
): Promise<void> {
  const environment = await presentEnvironment(tx, scope);
  if (environment === null) return;
  const { tenantId } = scope;
  await tx.providerReference.deleteMany({
    where: { tenantId, provider: "PROVIDER_A", environment, kind, objectId: { in: objectIds } },
  });
}
