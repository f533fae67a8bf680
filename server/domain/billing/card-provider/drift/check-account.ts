import { ApiError } from "../../../../errors/api-error.ts";
import { BY_CARD } from "../../../../platform/schema/provider.ts";
import type { Scope } from "../../../../platform/scope.ts";
import type { CardProvider } from "../../../../providers/port.ts";

/** How many subscriptions to look for where the account's id is not known. */
const SAMPLES = 3;

export interface AccountCheck {
  /** Whether the key belongs to the account of our subscriptions. */
  isOurs: boolean;
  accountId: string | null;
  keyAccountId: string | null;
}

/**
 * Whether the tenant's key belongs to the account of our subscriptions: the account's id was stored when it was connected.
 * Where it was not (an older connection, or a restricted key that may not read it), one of our newest subscriptions must be
 * there. K7xxx.
 */
export async function checkAccount(scope: Scope, provider: CardProvider): Promise<AccountCheck> {
  const { tenantId, db } = scope;
  const key = { tenantId_provider: { tenantId, provider: BY_CARD } } as const;
  const { accountId } = await db.providerAccount.findUniqueOrThrow({ where: key });
  const keyAccountId = await provider.readAccountId();
  if (accountId !== null && keyAccountId !== null)
    return { isOurs: accountId === keyAccountId, accountId, keyAccountId };
  const isOurs = await hasOneOfOurs(scope, provider);
  if (isOurs && keyAccountId !== null)
    await db.providerAccount.updateMany({
      where: { tenantId, provider: BY_CARD, accountId: null },
      data: { accountId: keyAccountId },
    });
  return { isOurs, accountId: accountId ?? (isOurs ? keyAccountId : null), keyAccountId };
}

/** Throws card_provider_account_mismatch. K7xxx. */
export async function requireOurAccount(scope: Scope, provider: CardProvider): Promise<void> {
  const { isOurs, accountId, keyAccountId } = await checkAccount(scope, provider);
  const details = { account_id: accountId ?? "unknown", key_account_id: keyAccountId ?? "unknown" };
  if (!isOurs) throw new ApiError("card_provider_account_mismatch", { details });
}

/** Also true without subscriptions: none can be in another account. */
async function hasOneOfOurs({ tenantId, db }: Scope, provider: CardProvider): Promise<boolean> {
  const rows = await db.subscription.findMany({
    where: { tenantId, provider: BY_CARD, providerSubscriptionId: { not: null } },
    orderBy: [{ status: "asc" }, { id: "desc" }],
    take: SAMPLES,
    select: { providerSubscriptionId: true },
  });
  for (const { providerSubscriptionId: id } of rows)
    if (id !== null && (await provider.readSubscription(id)) !== null) return true;
  return rows.length === 0;
}
