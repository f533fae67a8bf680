import type { z } from "zod";
import { toWireAmount } from "../../../platform/money.ts";
import type { Scope } from "../../../platform/scope.ts";
import { getCustomerOrThrow } from "../../customers/find-customer.ts";
import { type Balance, readBalances } from "../charges/balances.ts";
import type * as schema from "./balance-schema.ts";

type View = z.output<typeof schema.CustomerBalance>;
type Sums = Omit<Balance, "currency" | "provider">;

/** A customer's credit, what waits, what is held and what is left to pay, per currency and provider. Throws customer_not_found. */
export async function getBalance(scope: Scope, { id }: z.output<typeof schema.BalanceOf>): Promise<View> {
  const customer = await getCustomerOrThrow(scope.db, scope, id);
  const balances = await readBalances(scope.db, scope, customer.id);
  return {
    customer_id: customer.id,
    balances: [...Map.groupBy(balances, ({ currency }) => currency)].map(([currency, providers]) => ({
      currency,
      ...view(providers.reduce(add)),
      providers: providers.map((one) => ({ provider: one.provider, ...view(one) })),
    })),
  };
}

function add<T extends Sums>(left: T, right: T): T {
  return {
    ...left,
    credit: left.credit + right.credit,
    waiting: left.waiting + right.waiting,
    held: left.held + right.held,
    receivable: left.receivable + right.receivable,
  };
}

function view({ credit, waiting, held, receivable }: Sums) {
  return {
    credit: toWireAmount(credit),
    waiting: toWireAmount(waiting),
    held: toWireAmount(held),
    receivable: toWireAmount(receivable),
  };
}
