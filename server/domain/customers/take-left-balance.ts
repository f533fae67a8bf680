import { type Charge, Prisma } from "../../platform/database/client/client.ts";
import type { Scope } from "../../platform/scope.ts";
import type { CardProvider } from "../../providers/port.ts";
import { syncBalance } from "./sync-balance.ts";

// A customer's balance with the card provider stays in an account that the tenant leaves, and a person decides about it here
// (billing/charges/left-credit.ts). Where the tenant comes back, the provider still has it: it is taken off before anything can use it.

/** SQL: the charge `c` is a balance that was left in a former account, which its source names. The index charges_left has them. */
export const IS_LEFT = `c.cause = 'CREDIT' and starts_with(c.key, 'balance:left:')`;

/** SQL: of such a charge that a person had decided about before its account came back: its balance there is still to be lessened. */
const IS_TO_TAKE = `${IS_LEFT}
    and not exists (
      select 1 from charge_placements p
      where p.tenant_id = c.tenant_id and p.charge_id = c.id and (p.kind = 'BALANCE' and p.code = 'RETURNED' or p.kind = 'HELD' and p.ended_at is null))
    and not exists (
      select 1 from balance_transactions b
      where b.tenant_id = c.tenant_id and b.customer_id = c.customer_id and b.key = 'taken:' || c.id)`;

/**
 * SQL: balances that were left in the account that the tenant has again, and that did not come back with it, because a person had
 * decided before; the balance there is still to be lessened by them. $1 and $2 are the last tenant and charge.
 */
export const LEFT_TO_TAKE = `select c.tenant_id as "tenantId", c.id from provider_accounts a
  join charges c on c.tenant_id = a.tenant_id and c.source_id = a.environment and ${IS_TO_TAKE}
  join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id and u.erased_at is null
  where (c.tenant_id, c.id) > ($1, $2)
  order by c.tenant_id, c.id limit $3`;

type Left = Pick<Charge, "id" | "amount" | "currency">;

/**
 * Takes what was decided about elsewhere off the balance of the provider's customer through which something is about to be sold, as the
 * job does for all: the sale would spend it a second time. K7xxx.
 */
export async function takeAllLeft(
  scope: Scope,
  provider: CardProvider,
  {
    customerId,
    currency,
    providerCustomerId,
  }: { customerId: string; currency: string; providerCustomerId: string },
): Promise<void> {
  const { tenantId, db } = scope;
  const left = await db.$queryRaw<Left[]>`
    select c.id, c.amount, c.currency from provider_accounts a
    join charges c on c.tenant_id = a.tenant_id and c.source_id = a.environment and ${Prisma.raw(IS_TO_TAKE)}
    where a.tenant_id = ${tenantId} and c.customer_id = ${customerId} and c.currency = ${currency}
    order by c.id`;
  for (const charge of left) await takeLeft(scope, provider, { ...charge, providerCustomerId });
}

/**
 * Takes a balance that was decided about elsewhere off the one that is still there: once, by the key, also of two at once. One that a
 * person has changed there so that it is not in it any more stays, and the comparison of balances tells. K7xxx.
 */
export async function takeLeft(
  scope: Scope,
  provider: CardProvider,
  { id, amount, currency, providerCustomerId: customerId }: Left & { providerCustomerId: string },
): Promise<void> {
  const there = await provider.readBalance({ customerId, currency });
  const isThere = amount < 0n ? there <= amount : there >= amount;
  const description = "Settled while another account was used";
  if (isThere)
    await provider.changeBalance({ key: `taken:${id}`, customerId, currency, amount: -amount, description });
  // After a crash it was taken already.
  await syncBalance(scope, customerId);
}
