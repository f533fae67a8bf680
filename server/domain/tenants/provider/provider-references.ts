import { ApiError } from "../../../errors/api-error.ts";
import type { ProviderObjectKind, ProviderReference } from "../../../platform/database/client/client.ts";
import { BY_CARD } from "../../../platform/schema/provider.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import type { CardProvider } from "../../../providers/port.ts";

// Which object of the card provider stands for which of ours: for each of ours there is at most one in an environment (the account
// and mode of a key), for a customer one in each currency, and the reverse. Only those of the environment that the tenant's key opens
// are seen; others stay for when the tenant goes back to it.

type Ids = { objectId: string | { in: string[] } } | { providerId: string | { in: string[] } };

/** What is asked with an opened provider is of its environment, whatever key the tenant has got since. */
type Opened = Pick<CardProvider, "environment">;

/** The references of objects of one kind, by our ids or by the provider's. */
export async function findReferences(
  tx: Tx,
  scope: Scope,
  kind: ProviderObjectKind,
  ids: Ids,
  opened: Opened = {},
): Promise<ProviderReference[]> {
  const environment = opened.environment ?? (await presentEnvironment(tx, scope));
  if (environment === null) return [];
  const { tenantId } = scope;
  return tx.providerReference.findMany({
    where: { tenantId, provider: BY_CARD, environment, kind, ...ids },
  });
}

/** The environment that the tenant's key opens; null without an account. */
export async function presentEnvironment(tx: Tx, { tenantId }: Scope): Promise<string | null> {
  const account = await tx.providerAccount.findUnique({
    where: { tenantId_provider: { tenantId, provider: BY_CARD } },
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
  opened: Opened = {},
): Promise<string | null> {
  return (await findReferences(tx, scope, kind, { objectId }, opened))[0]?.providerId ?? null;
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

interface NewReference {
  kind: ProviderObjectKind;
  objectId: string;
  currency?: string;
  providerId: string;
  /** Of a customer: the tax ids that it has there; null, or left out: not known yet. */
  taxIds?: { type: string; value: string }[] | null;
}

/**
 * Stores which object of the provider stands for ours, in the environment that it was made in; without one, in that of the tenant's key (a
 * trigger names it). The first one that was stored stays. Throws card_provider_account_replaced.
 */
export async function keepProviderId(
  tx: Tx,
  scope: Scope,
  { taxIds, ...reference }: NewReference,
  opened: Opened = {},
): Promise<void> {
  const { tenantId, clock } = scope;
  const { environment } = opened;
  await tx.providerReference.createMany({
    data: [
      {
        tenantId,
        provider: BY_CARD,
        ...reference,
        createdAt: clock.now(),
        ...(environment !== undefined && { environment }),
        ...(taxIds && { taxIds }),
      },
    ],
    skipDuplicates: true,
  });
  await requirePresent(tx, scope, opened);
}

/**
 * Refuses to go on with an account that the tenant has left since it was opened. In a transaction the account stays as it is until its end.
 * Throws card_provider_account_replaced.
 */
export async function requirePresent(tx: Tx, { tenantId }: Scope, { environment }: Opened): Promise<void> {
  if (environment === undefined) return;
  const [present] = await tx.$queryRaw<{ environment: string }[]>`
    select environment from provider_accounts
    where tenant_id = ${tenantId} and provider = 'PROVIDER_A' for key share`;
  if (present?.environment !== environment) throw new ApiError("card_provider_account_replaced");
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
    where: { tenantId, provider: BY_CARD, environment, kind, objectId: { in: objectIds } },
  });
}
