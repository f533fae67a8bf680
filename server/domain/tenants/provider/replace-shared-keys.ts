import { BY_CARD } from "../../../platform/schema/provider.ts";
import type { Scope } from "../../../platform/scope.ts";
import { recordChange } from "../../events/record-change.ts";
import { contextOf, findAccount } from "./provider-account.ts";

/**
 * Replaces the keys of a sandbox account whose publishable key reveals the secret key: before the sandbox issued keys, both had the same
 * ending. The account and its data stay, callbacks included; the sandbox has refused the former keys since its start. Does nothing for
 * other accounts. Of two concurrent calls one stores its pair; after a crash the next call stores another. Throws card_provider_unavailable
 * or card_provider_answer_unknown.
 */
export async function replaceSharedKeys(scope: Scope): Promise<void> {
  const { tenantId, db, vault, clock } = scope;
  const account = await findAccount(scope);
  const { secretKeySealed = null, publishableKey = null } = account ?? {};
  if (account?.endpoint !== "sandbox" || secretKeySealed === null || publishableKey === null) return;
  const formerKey = vault.decrypt(secretKeySealed, contextOf(tenantId));
  if (endingOf(formerKey) !== endingOf(publishableKey)) return;
  const issued = await scope.sandboxKeys.issue({ formerKey });
  const now = clock.now();
  await db.$transaction(async (tx) => {
    const { count } = await tx.providerAccount.updateMany({
      where: { tenantId, provider: BY_CARD, endpoint: "sandbox", secretKeySealed },
      data: {
        secretKeySealed: vault.encrypt(issued.secretKey, contextOf(tenantId)),
        publishableKey: issued.publishableKey,
        keyAcceptedAt: now,
        updatedAt: now,
      },
    });
    if (count === 0) return;
    await recordChange(tx, scope, {
      type: "provider_account.connected",
      objectType: "provider_account",
      objectId: `${tenantId}:PROVIDER_A`,
      after: { provider: BY_CARD, endpoint: "sandbox", is_test_mode: true },
    });
  });
}

function endingOf(key: string): string {
  return key.slice(key.lastIndexOf("_test_") + "_test_".length);
}
