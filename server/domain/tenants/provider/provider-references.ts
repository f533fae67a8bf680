import type { ProviderObjectKind, ProviderReference } from "../../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";

// Which object of the card provider stands for which of ours: for each of ours there is at most one, and the reverse.

type Ids = { objectId: string | { in: string[] } } | { providerId: string | { in: string[] } };

/** The references of objects of one kind, by our ids or by the provider's. */
export async function findReferences(
  tx: Tx,
  { tenantId }: Scope,
  kind: ProviderObjectKind,
  ids: Ids,
): Promise<ProviderReference[]> {
  return tx.providerReference.findMany({ where: { tenantId, provider: "PROVIDER_A", kind, ...ids } });
}

/** The provider's id of an object of ours; null while the provider has none for it. */
export async function findProviderId(
  tx: Tx,
  scope: Scope,
  kind: ProviderObjectKind,
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

/** Stores which object of the provider stands for ours. The first one that was stored stays. */
export async function keepProviderId(
  tx: Tx,
  { tenantId, clock }: Scope,
  reference: { kind: ProviderObjectKind; objectId: string; providerId: string },
): Promise<void> {
  await tx.providerReference.createMany({
    data: [{ tenantId, provider: "PROVIDER_A", ...reference, createdAt: clock.now() }],
    skipDuplicates: true,
  });
}

/** Forgets which objects of the provider stand for ours, because the provider has deleted them. */
export async function forgetProviderIds(
  tx: Tx,
  { tenantId }: Scope,
  kind: ProviderObjectKind,
  objectIds: string[],
): Promise<void> {
  await tx.providerReference.deleteMany({
    where: { tenantId, provider: "PROVIDER_A", kind, objectId: { in: objectIds } },
  });
}
