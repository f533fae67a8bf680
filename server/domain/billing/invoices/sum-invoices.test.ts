import { expect } from "vitest";
import { aSubscription } from "../../../testing/a-subscription.ts";
import { it } from "../../../testing/it.ts";
import { anOwner } from "../../../testing/mutations-dashboard.ts";
import { aStage, done } from "../../../testing/stage.ts";

it("the sums of a list are those of all invoices that its filter finds, by currency", async ({ world }) => {
  const stage = await aStage(world);
  const owner = await anOwner(stage);
  const { customerId } = await aSubscription(stage, { paidBy: "invoice" });
  const invoice = (currency: string, amount: number) =>
    done(
      stage.admin.post("/v1/billing/invoices", {
        ...{ customer: customerId, provider: "PROVIDER_B", currency },
        lines: [{ description: "Set-up", amount }],
      }),
    );
  const paid = await invoice("EUR", 5_000);
  const given = await invoice("EUR", 3_000);
  const gone = await invoice("EUR", 700);
  await invoice("JPY", 900);
  const at = (id: string) => `/v1/billing/invoices/${id}`;
  await done(stage.admin.post(`${at(paid.id)}/payments`, {}));
  await done(stage.admin.post(`${at(paid.id)}/refunds`, { amount: 1_000 }));
  await done(stage.admin.post(`${at(given.id)}/payments`, { amount: 1_000 }));
  const off = await done(stage.admin.post(`${at(given.id)}/write-off`, { reason: "Closed down" }));
  expect(off).toMatchObject({ status: "UNCOLLECTIBLE", amount_remaining: 0, amount_written_off: 2_000 });
  await done(stage.admin.post(`${at(gone.id)}/void`, { reason: "Twice" }));

  const { by_currency: sums } = await owner.invoices.sum({ customer: customerId });
  expect(sums.map(({ currency }) => currency)).toEqual(["EUR", "JPY", "USD"]);
  expect(sums[0]).toEqual({
    ...{ currency: "EUR", count: 3, total: 8_000, amount_paid: 6_000, amount_remaining: 0 },
    ...{ amount_credited: 0, amount_refunded: 1_000, amount_written_off: 2_000 },
    ...{ amount_from_credit: 0, amount_kept_as_credit: 0 },
  });
  expect(sums[1]).toMatchObject({ count: 1, total: 900, amount_remaining: 900 });
  // Each sum is that of the rows which the same filter lists.
  const { data } = await owner.invoices.browse({ customer: customerId, status: "UNCOLLECTIBLE" });
  const written = await owner.invoices.sum({ customer: customerId, status: "UNCOLLECTIBLE" });
  expect(written).toMatchObject({
    count: data.length,
    by_currency: [{ total: 3_000, amount_written_off: 2_000 }],
  });
  expect(await owner.invoices.sum({ q: "no such invoice" })).toEqual({ count: 0, by_currency: [] });
  expect(await owner.search.all({ q: paid.number })).toMatchObject({
    results: [
      { kind: "invoice", id: paid.id, title: paid.number, detail: expect.stringContaining("€50.00") },
    ],
  });
});
