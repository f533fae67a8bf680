import { ApiError } from "../../../errors/api-error.ts";
import type { Charge } from "../../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import type { CardProvider } from "../../../providers/port.ts";
import { ensureProviderCustomer, findProviderCustomer } from "../../customers/provider-customer.ts";
import { syncBalance } from "../../customers/sync-balance.ts";
import { IS_LEFT, takeLeft } from "../../customers/take-left-balance.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import { presentEnvironment } from "../../tenants/provider/provider-references.ts";
import { giveBalance, placeInBalance } from "./move-balance.ts";
import { endPlacement } from "./release-charges.ts";

// What customers' balances with the card provider were in an account and mode that the tenant left is held for a person's decision
// (prisma/functions/usher_change_account.sql). A person may give it in the present account; where the tenant comes back to the former
// one, what was decided meanwhile is taken off the balance there.

/** Why such a charge is held. */
const LEFT = "LEFT";

/**
 * Puts a held charge of a balance that was left into the customer's balance in the present account; a job adds it there within minutes. The
 * charge is locked by the transaction. Throws charge_not_movable_to_balance.
 */
export async function placeLeftCredit(
  tx: Tx,
  scope: Scope,
  { id, sourceId, placements }: Charge & { placements: { code: string | null; endedAt: Date | null }[] },
  reason: string,
): Promise<void> {
  const refused = (rule: string) => new ApiError("charge_not_movable_to_balance", { details: { rule } });
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

/** Adds a balance that was left to the customer's balance in the present account, once. K7xxx. */
export async function giveLeftCredit(scope: Scope, chargeId: string): Promise<void> {
  const { charge, customer, provider } = await load(scope, chargeId);
  const { currency } = charge;
  const providerCustomerId = await ensureProviderCustomer(scope, provider, customer, { currency });
  await giveBalance(scope, provider, { key: `left:${chargeId}`, currency, providerCustomerId });
  await syncBalance(scope, providerCustomerId);
}

/** Takes a balance that was decided about elsewhere off the one that is still there, where no sale has done so before (take-left-balance.ts). K7xxx. */
export async function takeLeftCredit(scope: Scope, chargeId: string): Promise<void> {
  const { charge, provider } = await load(scope, chargeId);
  const customer = await findProviderCustomer(scope, charge.customerId, charge.currency);
  if (customer !== null) await takeLeft(scope, provider, { ...charge, providerCustomerId: customer.id });
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
