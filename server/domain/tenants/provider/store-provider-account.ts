import { addSeconds } from "../../../platform/clock.ts";
import type { ProviderAccount } from "../../../platform/database/client/client.ts";
import { BY_CARD } from "../../../platform/schema/provider.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { recordChange } from "../../events/record-change.ts";
import { CALLBACK_WITHIN_SECONDS } from "./callback-proof.ts";
import { requireNoPage, requireNothingLeft, requireNoWaitingStart } from "./leave-account.ts";
import { contextOf, type EnteredAccount } from "./provider-account.ts";
import type { Registration } from "./provider-callbacks.ts";
import { type Identity, identify, lockAccount, moveIds } from "./provider-environment.ts";

interface Connection {
  registration: Registration | null;
  identity: Identity;
  /** Starts that wait for their cardholders in none of the two accounts: see endWaitingStarts. */
  elsewhere?: string[];
}

/**
 * Stores the tenant's account, its key encrypted, with the registration of its callbacks. Only connectCardProvider, which checks
 * with the provider first, and tests without callbacks call it (dependency-cruiser enforces this): with null for the connection, which
 * keeps the account of live subscriptions, as a key does that lies about it.
 */
export async function storeProviderAccount(
  scope: Scope,
  account: EnteredAccount,
  connection: Connection | null,
): Promise<void> {
  const { tenantId, vault, clock } = scope;
  const now = clock.now();
  const provider = scope.openCardProvider(account);
  const identity = connection?.identity ?? (await identify(scope, provider, account.secretKey));
  const registration = connection?.registration ?? null;
  const none = { webhookUrl: null, webhookEndpointId: null };
  const data = {
    endpoint: account.endpoint,
    secretKeySealed: vault.encrypt(account.secretKey, contextOf(tenantId)),
    publishableKey: account.publishableKey,
    keyAcceptedAt: now,
    updatedAt: now,
    ...(registration ?? none),
    callbacksProvenAt: null,
    callbacksAwaitedUntil: registration && addSeconds(now, CALLBACK_WITHIN_SECONDS),
  };
  const key = { tenantId_provider: { tenantId, provider: BY_CARD } } as const;
  await scope.db.$transaction(async (tx) => {
    await lockAccount(tx, scope);
    const before = await tx.providerAccount.findUnique({ where: key });
    const isKept = connection === null && (await hasLive(tx, scope));
    const of = isKept
      ? null
      : await ownerOf(tx, scope, before, { ...identity, elsewhere: connection?.elsewhere });
    await tx.providerAccount.upsert({
      where: key,
      create: { tenantId, provider: BY_CARD, createdAt: now, ...data, ...of },
      update: { ...data, ...of },
    });
    if (of && before) await leaveBalances(tx, scope, before.environment, identity);
    await recordChange(tx, scope, {
      type: "provider_account.connected",
      objectType: "provider_account",
      objectId: `${tenantId}:PROVIDER_A`,
      after: { provider: BY_CARD, endpoint: account.endpoint, is_test_mode: provider.isTestMode },
    });
  });
}

/**
 * The account and environment to store with a connection; ids of ours follow where the environment only got its name. Something may have
 * begun in the present one since it was checked. Throws provider_account_not_connectable.
 */
async function ownerOf(
  tx: Tx,
  scope: Scope,
  before: ProviderAccount | null,
  { accountId, environment, formerName, elsewhere = [] }: Identity & Pick<Connection, "elsewhere">,
): Promise<Pick<ProviderAccount, "environment"> & { accountId?: string | null }> {
  const present = before?.environment ?? "";
  if (present !== "" && present !== environment && present !== formerName) {
    await requireNothingLeft(tx, scope, { present, next: environment });
    await requireNoPage(tx, scope);
    await requireNoWaitingStart(tx, scope, elsewhere);
  }
  if (formerName !== null) await moveIds(tx, scope, formerName, environment);
  // A restricted key that may not read the id can be of the same account.
  return { environment, ...((accountId !== null || present !== environment) && { accountId }) };
}

/** Holds the customers' balances in an account that is left for a decision; those of an account that the tenant comes back to are theirs again. */
async function leaveBalances(
  tx: Tx,
  { tenantId, actor, clock }: Scope,
  from: string,
  { environment, formerName }: Identity,
): Promise<void> {
  const to = formerName === null ? [environment] : [environment, formerName];
  if (from === "" || to.includes(from)) return;
  await tx.$executeRaw`
    select usher_change_account(${tenantId}, ${from}, ${to}, ${actor.type}::"ActorType", ${actor.id}, ${clock.now()})`;
}

async function hasLive(tx: Tx, { tenantId }: Scope): Promise<boolean> {
  const where = { tenantId, provider: BY_CARD, status: { not: "CANCELED" } } as const;
  return (await tx.subscription.count({ where })) > 0;
}
