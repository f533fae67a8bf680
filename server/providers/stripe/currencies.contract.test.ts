// What is sold is what Stripe takes; see ../port.contract.test.ts.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { soldCurrencies, stepOf } from "../../platform/currency.ts";
import { aContract } from "../../testing/a-contract.ts";

let at: Awaited<ReturnType<typeof aContract>>;
let customer: string;

beforeAll(async () => {
  at = await aContract();
  customer = await at.aCustomer();
});

afterAll(() => at.close());

const item = (currency: string, amount: number) =>
  at.stripe.invoiceItems.create({ customer, currency: currency.toLowerCase(), amount }).then(
    () => "taken",
    (error: Error) => error.message,
  );

describe("the currencies that are sold", () => {
  test("are taken, in amounts of their step", { tags: ["long"] }, async () => {
    const found = await Promise.all(
      soldCurrencies().map(async (code) => [code, await item(code, stepOf(code))]),
    );
    expect(found).toHaveLength(142);
    expect(found.filter(([, answer]) => answer !== "taken")).toEqual([]);
  });

  test("are refused in parts of their step", async () => {
    const stepped = soldCurrencies().filter((code) => stepOf(code) > 1);
    expect(stepped).toEqual(["BHD", "ISK", "JOD", "KWD", "OMR", "TND", "UGX"]);
    for (const code of stepped) expect(await item(code, stepOf(code) - 1)).toContain("evenly divisible");
    for (const code of ["IQD", "CUP", "XAU"]) expect(await item(code, 1000)).toContain("Invalid currency");
  });
});
