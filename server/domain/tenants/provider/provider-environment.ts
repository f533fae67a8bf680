import { createHash } from "node:crypto";
import { ApiError } from "../../../errors/api-error.ts";
import type { ProviderAccount } from "../../../platform/database/client/client.ts";
import { BY_CARD } from "../../../platform/schema/provider.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import type { CardProvider } from "../../../providers/port.ts";
import { explainRefusal } from "./check-provider-key.ts";
import { contextOf, openAccount } from "./provider-account.ts";

// An environment is an account with the card provider in one of its modes ("acct_1Nv0FGQ9RKHgCVdK/TEST"). "Objects in one mode
// aren't accessible to the other" (https://docs.stripe.com/keys#test-live-modes), and those of one account not to another.

/** What a key opens. */
export interface Identity {
  /** The provider's id of the account; null where a restricted key may not read it. */
  accountId: string | null;
  environment: string;
  /** An environment of ours without the account's id that turned out to be this one; null: none. */
  formerName: string | null;
}

const MODES = { true: "TEST", false: "LIVE" } as const;
const UNNAMED = "unnamed-";
const DIGEST_LENGTH = 16;
/** How many known objects of each kind are looked for. */
const SAMPLES = 3;

const modeOf = ({ isTestMode }: CardProvider) => MODES[`${isTestMode}`];

/**
 * Which environment a key opens. A restricted key may not be allowed to read its account's id: then prices and customers that we know tell
 * it; where none is there, the environment has a name made of the key. Throws card_provider_unavailable or card_provider_key_refused.
 */
export async function identify(scope: Scope, provider: CardProvider, secretKey: string): Promise<Identity> {
  const mode = modeOf(provider);
  const accountId = await explainRefusal("Account", provider.readAccountId());
  const known = await knownEnvironments(scope, mode);
  if (accountId === null) {
    const there = await firstFound(scope, provider, known);
    return { accountId, environment: there ?? unnamed(secretKey, mode), formerName: null };
  }
  const formerName = await firstFound(
    scope,
    provider,
    known.filter((name) => name.startsWith(UNNAMED)),
  );
  return { accountId, environment: environmentOf(accountId, mode), formerName };
}

/** The name of an account's environment. */
export function environmentOf(accountId: string, mode: "LIVE" | "TEST"): string {
  return `${accountId}/${mode}`;
}

function unnamed(secretKey: string, mode: string): string {
  const digest = createHash("sha256").update(secretKey).digest("hex").slice(0, DIGEST_LENGTH);
  return `${UNNAMED}${digest}/${mode}`;
}

/** The environments of this mode that ids of ours belong to, those of the newest ids first. */
async function knownEnvironments({ tenantId, db }: Scope, mode: string): Promise<string[]> {
  const rows = await db.providerReference.groupBy({
    by: ["environment"],
    where: { tenantId, provider: BY_CARD, environment: { endsWith: `/${mode}` } },
    _max: { createdAt: true },
    orderBy: { _max: { createdAt: "desc" } },
  });
  return rows.map(({ environment }) => environment);
}

async function firstFound(
  scope: Scope,
  provider: CardProvider,
  environments: string[],
): Promise<string | null> {
  for (const environment of environments)
    if (await hasOurObjects(scope, provider, environment)) return environment;
  return null;
}

/**
 * Whether the key finds some of our newest prices and customers of an environment. Throws card_provider_unavailable or
 * card_provider_key_refused.
 */
async function hasOurObjects(scope: Scope, provider: CardProvider, environment: string): Promise<boolean> {
  const newest = (kind: "CUSTOMER" | "PRICE") =>
    scope.db.providerReference.findMany({
      where: { tenantId: scope.tenantId, provider: BY_CARD, environment, kind },
      orderBy: { createdAt: "desc" },
      take: SAMPLES,
    });
  for (const { providerId } of await newest("PRICE"))
    if (await explainRefusal("Prices", provider.readPrice(providerId))) return true;
  for (const { providerId } of await newest("CUSTOMER"))
    if (await explainRefusal("Customers", provider.readCustomer(providerId))) return true;
  return false;
}

/**
 * Names the environment of an account that an older version connected, and of all ids from then. Does nothing for one that is named. Of two
 * at once one names it. The account's id is the stored one; without it the provider is asked. Throws card_provider_unavailable.
 */
export async function nameEnvironment(scope: Scope, account: ProviderAccount | null): Promise<string | null> {
  if (!account?.secretKeySealed) return account?.environment ?? null;
  if (account.environment !== "") return account.environment;
  const { tenantId, db, vault } = scope;
  const { secretKeySealed } = account;
  const provider = openAccount(scope, account);
  const mode = modeOf(provider);
  const accountId = account.accountId ?? (await readAccountId(provider));
  const secretKey = vault.decrypt(secretKeySealed, contextOf(tenantId));
  const environment = accountId === null ? unnamed(secretKey, mode) : `${accountId}/${mode}`;
  await db.$transaction(async (tx) => {
    await lockAccount(tx, scope);
    const { count } = await tx.providerAccount.updateMany({
      where: { tenantId, provider: BY_CARD, secretKeySealed, environment: "" },
      data: { environment },
    });
    if (count > 0) await moveIds(tx, scope, "", environment);
  });
  return environment;
}

/** null where the key may not read it, or was revoked. Throws card_provider_unavailable. */
async function readAccountId(provider: CardProvider): Promise<string | null> {
  try {
    return await provider.readAccountId();
  } catch (error) {
    if (error instanceof ApiError && error.errorName === "card_provider_key_revoked") return null;
    throw error;
  }
}

/** Keeps other processes from replacing the tenant's account, and from storing ids of it, until the transaction ends. */
export async function lockAccount(tx: Tx, { tenantId }: Scope): Promise<void> {
  await tx.$queryRaw`
    select 1 from provider_accounts where tenant_id = ${tenantId} and provider = 'PROVIDER_A' for update`;
}

/** Gives all ids of one environment to another. Ids that the other has already stay as they are there. */
export async function moveIds(tx: Tx, { tenantId }: Scope, from: string, to: string): Promise<void> {
  await tx.$executeRaw`
    delete from provider_references old using provider_references kept
    where old.tenant_id = ${tenantId} and old.environment = ${from} and kept.tenant_id = old.tenant_id
      and kept.provider = old.provider and kept.environment = ${to} and kept.kind = old.kind
      and ((kept.object_id = old.object_id and kept.currency = old.currency) or kept.provider_id = old.provider_id)`;
  await tx.$executeRaw`
    delete from provider_price_aliases old using provider_price_aliases kept
    where old.tenant_id = ${tenantId} and old.environment = ${from} and kept.tenant_id = old.tenant_id
      and kept.provider = old.provider and kept.environment = ${to} and kept.provider_id = old.provider_id`;
  const change = { where: { tenantId, environment: from }, data: { environment: to } };
  await tx.providerReference.updateMany(change);
  await tx.providerPriceAlias.updateMany(change);
}
