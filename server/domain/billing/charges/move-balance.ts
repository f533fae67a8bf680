import { newId } from "../../../platform/ids.ts";
import { BY_INVOICE } from "../../../platform/schema/provider.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import type { CardProvider, ProviderBalanceTransaction } from "../../../providers/port.ts";
import { chargeKey } from "./rules.ts";
import { lockWaiting } from "./waiting-charges.ts";
import { writeChargesOnce } from "./write-charges.ts";

// A customer's credit goes along with a subscription that moves between the providers. At the card provider a balance belongs to the
// customer and a currency; with us credit waits for the next invoice of a subscription.

/** A subscription that moves, and the key of its move. */
export interface Moving {
  key: string;
  customerId: string;
  subscriptionId: string;
  currency: string;
  providerCustomerId: string;
}

/** Each empties the balance: a second one is needed where an invoice of the customer's used some of it meanwhile. */
const ROUNDS = [1, 2, 3];

/**
 * Takes the balance of a customer from the card provider: it waits for the subscription's next invoice of ours, as credit, or as
 * something owed where an invoice was too small to be charged. A balance that another subscription of the customer's in that currency
 * uses at the provider stays there; the last one takes it along. Call it when the moved one has ended at the provider. After a crash at
 * any step a second call finds what the first one did, by the key. Moves of a customer run one after the other. K7xxx.
 */
export async function takeBalance(scope: Scope, provider: CardProvider, moving: Moving): Promise<void> {
  for (const round of ROUNDS) {
    const key = round === 1 ? moving.key : `${moving.key}:${round}`;
    const taken = await takeOnce(provider, { ...moving, key });
    if (!taken) return;
    await writeCredit(scope, moving, taken);
    if (taken.endingBalance === 0n) return;
  }
}

/** Takes all that is there under a key; null: there is nothing to take. */
async function takeOnce(
  provider: CardProvider,
  { key, currency, providerCustomerId: customerId }: Moving,
): Promise<ProviderBalanceTransaction | null> {
  const made = await provider.findBalanceChange({ customerId, key });
  if (made) return made;
  const balance = await provider.readBalance({ customerId, currency });
  if (balance === 0n || (await provider.hasSubscription({ customerId, currency }))) return null;
  const description = "Moved to invoices without a card";
  return provider.changeBalance({ key, customerId, currency, amount: -balance, description });
}

/** What was taken waits with us: once, under the transaction's id. The database moves it in the journal. */
async function writeCredit(scope: Scope, moving: Moving, taken: ProviderBalanceTransaction): Promise<void> {
  const { customerId, subscriptionId, currency } = moving;
  const now = scope.clock.now();
  const owner = { customerId, subscriptionId, provider: BY_INVOICE, currency } as const;
  await scope.db.$transaction((tx) =>
    writeChargesOnce(tx, scope, owner, [
      {
        key: chargeKey.balance(taken.id),
        cause: "CREDIT",
        sourceId: taken.id,
        amount: -taken.amount,
        description: taken.amount > 0n ? "Credit from card payments" : "Owed from card payments",
        isProration: false,
        period: { start: now, end: now },
      },
    ]),
  );
}

/**
 * Marks the credit of a subscription that waits for an invoice of ours as part of the customer's balance at the card provider, in
 * the transaction that moves the subscription there: no invoice uses it from then on. `giveBalance` carries it out.
 */
export async function markForBalance(
  tx: Tx,
  scope: Scope,
  { key, subscriptionId }: Pick<Moving, "key" | "subscriptionId">,
): Promise<void> {
  const waiting = await lockWaiting(tx, scope, subscriptionId);
  const credit = waiting.filter(({ cause }) => cause === "CREDIT");
  await placeInBalance(
    tx,
    scope,
    credit.map(({ id }) => id),
    key,
  );
}

/** Marks charges as part of the customer's balance at the card provider, which `giveBalance` adds there by the key. `why`: a person's decision. */
export async function placeInBalance(
  tx: Tx,
  { tenantId, actor, clock }: Scope,
  chargeIds: readonly string[],
  key: string,
  why: { code?: string; reason?: string } = {},
): Promise<void> {
  await tx.chargePlacement.createMany({
    data: chargeIds.map((chargeId) => ({
      tenantId,
      id: newId("chargePlacement"),
      chargeId,
      kind: "BALANCE" as const,
      providerKey: key,
      ...why,
      actorType: actor.type,
      actorId: actor.id,
      createdAt: clock.now(),
    })),
  });
}

/** Adds the credit that was marked to the customer's balance at the card provider, once per key. K7xxx. */
export async function giveBalance(
  scope: Scope,
  provider: CardProvider,
  moving: Pick<Moving, "key" | "currency" | "providerCustomerId">,
): Promise<void> {
  const { tenantId, db } = scope;
  const { key, currency, providerCustomerId: customerId } = moving;
  const marked = { tenantId, kind: "BALANCE" as const, providerKey: key, providerItemId: null };
  const placements = await db.chargePlacement.findMany({ where: marked, include: { charge: true } });
  const amount = placements.reduce((sum, { charge }) => sum + charge.amount, 0n);
  if (amount === 0n) return;
  const description = "Credit from invoices without a card";
  const given = await provider.changeBalance({ key, customerId, currency, amount, description });
  await db.chargePlacement.updateMany({ where: marked, data: { providerItemId: given.id } });
}
