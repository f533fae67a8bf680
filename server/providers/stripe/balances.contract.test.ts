// What a customer has to their credit, as every card provider must keep it; see ../port.contract.test.ts.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aContract } from "../../testing/a-contract.ts";
import { name } from "./contract.ts";

let at: Awaited<ReturnType<typeof aContract>>;

beforeAll(async () => {
  at = await aContract();
});

afterAll(() => at.close());

describe("a customer's balance", () => {
  test("is changed once under a key, and found by it, in each currency apart", async () => {
    const customerId = await at.aCustomer();
    const change = { customerId, amount: -3000n, currency: "USD", key: name("move"), description: "Moved" };
    expect(await at.provider.findBalanceChange(change)).toBeNull();
    const made = await at.provider.changeBalance(change);
    expect(made).toMatchObject({ key: change.key, amount: -3000n, endingBalance: -3000n });
    // Tried again after the customer used some of it.
    await at.stripe.customers.createBalanceTransaction(customerId, { amount: 500, currency: "usd" });
    expect(await at.provider.changeBalance(change)).toEqual(made);
    expect(await at.provider.findBalanceChange(change)).toEqual(made);
    await at.provider.changeBalance({ ...change, key: name("move"), currency: "EUR", amount: 40n });
    const read = (currency: string) => at.provider.readBalance({ customerId, currency });
    expect([await read("USD"), await read("EUR"), await read("GBP")]).toEqual([-2500n, 40n, 0n]);
  });

  test("is used by a subscription in its currency until it ends; a deleted customer has none", async () => {
    const { started, customerId } = await at.aSubscription(2000n);
    const uses = (currency: string) => at.provider.hasSubscription({ customerId, currency });
    expect([await uses("USD"), await uses("EUR")]).toEqual([true, false]);
    await at.provider.cancelSubscription({ id: started.id, idempotencyKey: name("leave") });
    expect(await uses("USD")).toBe(false);
    await at.provider.deleteCustomer(customerId);
    expect(await at.provider.readBalance({ customerId, currency: "USD" })).toBe(0n);
    expect(await at.provider.findBalanceChange({ customerId, key: "move" })).toBeNull();
  });
});
