import { ApiError } from "../../../errors/api-error.ts";
import type { Charge } from "../../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import type { CardProvider } from "../../../providers/port.ts";
import { ensureProviderCustomer, findProviderCustomer } from "../../customers/provider-customer.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import { presentEnvironment } from "../../tenants/provider/provider-references.ts";
import { giveBalance, placeInBalance } from "./move-balance.ts";
import { endPlacement } from "./release-charges.ts";
import { syncBalance } from "./sync-balance.ts";

// What customers' balances with the card provider were in an account and mode that the tenant left is held for a person's decision
// (prisma/functions/usher_change_account.sql). A person may give it in the present account; where the tenant comes back to the former
// one, what was decided meanwhile is taken off the balance there.

/** Why such a charge is held. */
const LEFT = "LEFT";

/** SQL: the charge `c` is a balance that was left in a former account, which its source names. The index charges_left has them. */
const IS_LEFT = `c.cause = 'CREDIT' and starts_with(c.key, 'balance:left:')`;

/**
 * Puts a held charge of a balance that was left into the customer's balance in the present account; a job adds it there within
 * minutes. The charge is locked by the transaction. K6076 another charge; nothing is connected; or the other mode: what was paid with
 * test cards is no money.
 */
export async function placeLeftCredit(
  tx: Tx,
  scope: Scope,
  { id, sourceId, placements }: Charge & { placements: { code: string | null; endedAt: Date | null }[] },
  reason: string,
): Promise<void> {
  const refused = (rule: string) => new ApiError("K6076", { details: { rule } });
  if (!placements.some(({ code, endedAt }) => code === LEFT && endedAt === null))
    throw refused("it is not the balance of a former account");
  const present = await presentEnvironment(tx, scope);
  if (present === null) throw refused("no account is connected");
  if (modeOf(present) !== modeOf(sourceId ?? ""))
    throw refused("one of the two accounts is in test mode, where nobody pays money");
  await endPlacement(tx, scope, { chargeId: id, kind: "HELD" }, "DECIDED");
  await placeInBalance(tx, scope, [id], `left:${id}`, { code: "DECIDED", reason });
}

const modeOf = (environment: string) => environment.split("/")[1];

/** SQL: placements in the balance that have no transaction there yet, of no subscription: $1 and $2 are the last tenant and charge. */
export const LEFT_TO_GIVE = `select c.tenant_id as "tenantId", c.id from charge_placements p
  join charges c on c.tenant_id = p.tenant_id and c.id = p.charge_id and ${IS_LEFT}
  where p.kind = 'BALANCE' and p.provider_item_id is null and (c.tenant_id, c.id) > ($1, $2)
  order by c.tenant_id, c.id limit $3`;

/**
 * SQL: balances that were left in the account that the tenant has again, and that did not come back with it, because a person had
 * decided before; the balance there is still to be lessened by them.
 */
export const LEFT_TO_TAKE = `select c.tenant_id as "tenantId", c.id from provider_accounts a
  join charges c on c.tenant_id = a.tenant_id and c.source_id = a.environment and ${IS_LEFT}
  join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id and u.erased_at is null
  where (c.tenant_id, c.id) > ($1, $2)
    and not exists (
      select 1 from charge_placements p
      where p.tenant_id = c.tenant_id and p.charge_id = c.id and (p.kind = 'BALANCE' and p.code = 'RETURNED' or p.kind = 'HELD' and p.ended_at is null))
    and not exists (
      select 1 from balance_transactions b
      where b.tenant_id = c.tenant_id and b.customer_id = c.customer_id and b.key = 'taken:' || c.id)
  order by c.tenant_id, c.id limit $3`;

/** Adds a balance that was left to the customer's balance in the present account, once. K7xxx. */
export async function giveLeftCredit(scope: Scope, chargeId: string): Promise<void> {
  const { charge, customer, provider } = await load(scope, chargeId);
  const { currency } = charge;
  const providerCustomerId = await ensureProviderCustomer(scope, provider, customer, { currency });
  await giveBalance(scope, provider, { key: `left:${chargeId}`, currency, providerCustomerId });
  await syncBalance(scope, providerCustomerId);
}

/**
 * Takes a balance that was decided about elsewhere off the one that is still there, once. One that a person has changed there so that
 * it is not in it any more stays, and the comparison of balances tells. K7xxx.
 */
export async function takeLeftCredit(scope: Scope, chargeId: string): Promise<void> {
  const { charge, provider } = await load(scope, chargeId);
  const { currency, amount, customerId } = charge;
  const customer = await findProviderCustomer(scope, customerId, currency);
  if (customer === null) return;
  const there = await provider.readBalance({ customerId: customer.id, currency });
  const isThere = amount < 0n ? there <= amount : there >= amount;
  const key = `taken:${chargeId}`;
  const description = "Settled while another account was used";
  if (isThere)
    await provider.changeBalance({ key, customerId: customer.id, currency, amount: -amount, description });
  // After a crash it was taken already.
  await syncBalance(scope, customer.id);
}

async function load(scope: Scope, id: string) {
  const { tenantId, db } = scope;
  const { customer, ...charge } = await db.charge.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id } },
    include: { customer: true },
  });
  const provider: CardProvider = await cardProviderOf(scope);
  return { charge, customer, provider };
}
