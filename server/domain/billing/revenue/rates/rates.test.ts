// @module-tag ci
import fc from "fast-check";
import { describe, expect } from "vitest";
import { Decimal } from "../../../../platform/decimal.ts";
import { aSubscription } from "../../../../testing/a-subscription.ts";
import { aTenant, type TestTenant } from "../../../../testing/a-tenant.ts";
import { it } from "../../../../testing/it.ts";
import { pastTerms } from "../../../../testing/past-terms.ts";
import { convert } from "./convert.ts";

const REVENUE = "/v1/billing/revenue";
const RATES = `${REVENUE}/rates`;

async function inEuros(tenant: TestTenant): Promise<void> {
  const { status } = await tenant.admin.send("PATCH", "/v1/settings", { reporting_currency: "EUR" });
  expect(status).toBe(200);
}

async function setRate(tenant: TestTenant, currency: string, rate: string, valid_from: string) {
  const { status, body } = await tenant.admin.post(RATES, { currency, into: "EUR", rate, valid_from });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

async function read(tenant: TestTenant, path: string) {
  const { status, body } = await tenant.admin.get(`${REVENUE}/${path}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const at = (day: string) => `2026-${day}T00:00:00Z`;
/** In these currencies 10.00 a month from January on: 1,000 cents, 1,000 yen, 1,000 fils. */
const sold = (...currencies: string[]) =>
  currencies.map((currency, customer) => ({
    customer,
    phases: [{ from: at("01-10"), to: null, amount: 1_000, currency }],
  }));

describe("an exchange rate", () => {
  it("is set, corrected under the same id, listed and deleted, each with an audit row", async ({ world }) => {
    const tenant = await aTenant(world);
    const first = await setRate(tenant, "USD", "0.9200", "2026-01-01");
    expect(first).toMatchObject({ currency: "USD", into: "EUR", rate: "0.92", valid_from: "2026-01-01" });
    expect(await setRate(tenant, "USD", "0.92", "2026-01-01")).toEqual(first);
    expect(await setRate(tenant, "USD", "0.93", "2026-01-01")).toMatchObject({ id: first.id, rate: "0.93" });
    const second = await setRate(tenant, "USD", "0.000000000001", "2026-02-01");
    expect((await tenant.admin.get(RATES)).body.data).toMatchObject([{ id: second.id }, { rate: "0.93" }]);
    expect((await tenant.admin.get(`${RATES}?into=USD`)).body.data).toEqual([]);
    expect((await tenant.admin.send("DELETE", `${RATES}/${first.id}`)).status).toBe(200);
    expect((await tenant.admin.send("DELETE", `${RATES}/${first.id}`)).body.code).toBe("K6051");
    const actions = await world.services.db.auditEntry.findMany({
      where: { tenantId: tenant.id, objectId: first.id },
      orderBy: { id: "asc" },
    });
    expect(actions.map(({ action }) => action)).toEqual([
      "exchange_rate.set",
      "exchange_rate.set",
      "exchange_rate.deleted",
    ]);
  });

  it("is one of a day, however many are set at once", async ({ world }) => {
    const tenant = await aTenant(world);
    const rates = ["0.1", "0.2", "0.3", "0.4"];
    await Promise.all(rates.map((rate) => setRate(tenant, "USD", rate, "2026-01-01")));
    const { data } = (await tenant.admin.get(RATES)).body;
    expect(data).toHaveLength(1);
    expect(rates).toContain(data[0].rate);
  });

  it("is refused where it is none", async ({ world }) => {
    const { admin } = await aTenant(world);
    const good = { currency: "USD", into: "EUR", rate: "0.92", valid_from: "2026-11-01" };
    for (const wrong of [
      { rate: "0" },
      { rate: "0.000" },
      { rate: "-1" },
      { rate: "1e3" },
      { rate: "0.0000000000001" },
      { rate: 0.92 },
      { valid_from: "2026-02-30" },
      { valid_from: "2026-11" },
      { valid_from: "0000-01-01" },
      { into: "USD" },
      { currency: "usd" },
    ])
      expect((await admin.post(RATES, { ...good, ...wrong })).body.code, JSON.stringify(wrong)).toBe("K1002");
    for (const wrong of ["ZZZ", "XXX", "XTS", "XAU"].flatMap((code) => [{ currency: code }, { into: code }]))
      expect((await admin.post(RATES, { ...good, ...wrong })).body.code).toBe("K5011");
    for (const code of ["ZZZ", "XXX", "XTS"])
      expect((await admin.send("PATCH", "/v1/settings", { reporting_currency: code })).body.code).toBe(
        "K5011",
      );
    expect((await admin.send("PATCH", "/v1/settings", { reporting_currency: "euro" })).body.code).toBe(
      "K1002",
    );
  });
});

describe("converted figures", () => {
  it("are none without a reporting currency", async ({ world }) => {
    const tenant = await aTenant(world);
    await pastTerms(tenant, sold("USD"));
    for (const path of [
      "mrr",
      `movements?from=${at("01-01")}&to=${at("03-01")}`,
      "booked?from_month=2026-01&to_month=2026-02",
    ])
      expect((await read(tenant, path)).converted).toBeNull();
  });

  it("respect the minor units of each currency and name what has no rate", async ({ world }) => {
    const tenant = await aTenant(world);
    await inEuros(tenant);
    await pastTerms(tenant, sold("EUR", "USD", "JPY", "KWD", "GBP"));
    await setRate(tenant, "USD", "0.925", "2026-01-01");
    await setRate(tenant, "JPY", "0.00612", "2026-01-01");
    await setRate(tenant, "KWD", "3.0049", "2026-01-01");
    // 10.00 + 9.25 + 6.12 + 1 × 3.0049 euros.
    const { converted, data } = await read(tenant, `mrr?at=${at("02-01")}`);
    expect(converted).toEqual({
      currency: "EUR",
      mrr: 1_000 + 925 + 612 + 300,
      rates_at: "2026-02-01T00:00:00.000Z",
      rates: [
        { currency: "JPY", rate: "0.00612", valid_from: "2026-01-01" },
        { currency: "KWD", rate: "3.0049", valid_from: "2026-01-01" },
        { currency: "USD", rate: "0.925", valid_from: "2026-01-01" },
      ],
      not_converted: ["GBP"],
    });
    expect(data).toHaveLength(5);
  });

  it("of an answer have the rates of its moment, so that a change of rates is no movement", async ({
    world,
  }) => {
    const tenant = await aTenant(world);
    await inEuros(tenant);
    await pastTerms(tenant, sold("USD"));
    await setRate(tenant, "USD", "0.9", "2026-01-01");
    await setRate(tenant, "USD", "0.8", "2026-03-01");
    // What begins at midnight comes after it.
    expect((await read(tenant, `mrr?at=${at("03-01")}`)).converted).toMatchObject({ mrr: 900 });
    expect((await read(tenant, `mrr?at=2026-03-01T00:00:00.001Z`)).converted).toMatchObject({ mrr: 800 });
    expect((await read(tenant, `mrr?at=${at("01-01")}`)).converted).toMatchObject({ mrr: 0 });
    const { converted } = await read(tenant, `movements?from=${at("01-01")}&to=${at("04-01")}`);
    expect(converted).toMatchObject({ rates_at: "2026-04-01T00:00:00.000Z", not_converted: [] });
    expect(converted.total).toMatchObject({ mrr_before: 0, new: 800, contraction: 0, mrr_after: 800 });
    // A rate of tomorrow is not known to a range that ends after it.
    await setRate(tenant, "USD", "0.1", "2090-01-01");
    const later = await read(
      tenant,
      `movements?from=${at("01-01")}&to=2091-01-01T00:00:00Z`.replace("2026-01-01", "2090-01-01"),
    );
    expect(later.converted.total).toMatchObject({ mrr_before: 800, mrr_after: 800 });
  });

  it("of movements add up to exactly the difference that is shown", {
    tags: ["long"],
    timeout: 180_000,
  }, async ({ world }) => {
    const life = fc.record({
      currency: fc.constantFrom("EUR", "USD", "JPY", "KWD", "GBP"),
      amount: fc.integer({ min: 1, max: 99_999 }),
      more: fc.integer({ min: 1, max: 99_999 }),
      from: fc.integer({ min: 1, max: 28 }),
      isYear: fc.boolean(),
      ends: fc.boolean(),
    });
    const rate = fc.integer({ min: 1, max: 2_000_000 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(life, { minLength: 1, maxLength: 12 }),
        fc.tuple(rate, rate, rate),
        async (lives, rates) => {
          const tenant = await aTenant(world);
          await inEuros(tenant);
          const used = { USD: rates[0], JPY: rates[1], KWD: rates[2] };
          for (const [currency, millionths] of Object.entries(used))
            await setRate(tenant, currency, new Decimal(millionths).div(1e6).toFixed(), "2026-01-01");
          const day = (month: number, of: number) => new Date(Date.UTC(2026, month, of));
          await pastTerms(
            tenant,
            lives.map(({ currency, amount, more, from, isYear, ends }, customer) => {
              const interval = isYear ? "YEAR" : "MONTH";
              return {
                customer,
                phases: [
                  { from: day(0, from), to: day(2, from), amount, currency, interval },
                  { from: day(2, from), to: ends ? day(4, from) : null, amount: more, currency, interval },
                ],
              };
            }),
          );
          const { converted } = await read(tenant, `movements?from=${at("01-15")}&to=${at("06-15")}`);
          const sum = (one: Record<string, number>) =>
            ["new", "reactivation", "expansion", "contraction", "churn"].reduce(
              (all, part) => all + (one[part] ?? 0),
              0,
            );
          const { total, buckets } = converted;
          for (const one of [total, ...buckets]) expect(one.mrr_after - one.mrr_before).toBe(sum(one));
          expect(buckets.reduce((all: number, one: Record<string, number>) => all + sum(one), 0)).toBe(
            sum(total),
          );
          const after = await read(tenant, `mrr?at=${at("06-15")}`);
          expect(after.converted.mrr).toBe(total.mrr_after);
          // Counted once more, apart: major units of what each pays a year.
          const expected = lives
            .filter(
              ({ currency, ends, from }) =>
                currency !== "GBP" && !(ends && day(4, from) < new Date(at("06-15"))),
            )
            .reduce((all, { currency, more, isYear }) => {
              const major = new Decimal(more).div(currency === "JPY" ? 1 : currency === "KWD" ? 1000 : 100);
              const worth = currency === "EUR" ? 1e6 : used[currency as keyof typeof used];
              return all.add(
                major
                  .mul(worth)
                  .div(1e6)
                  .mul(isYear ? 1 : 12),
              );
            }, new Decimal(0));
          expect(total.mrr_after).toBe(Math.round(expected.mul(100).div(12).toNumber()));
        },
      ),
      { numRuns: 12 },
    );
  });

  it("of booked months have each month's rate, and a total that is their sum", async ({ world }) => {
    const tenant = await aTenant(world);
    const now = world.services.clock.now();
    const month = now.toISOString().slice(0, 7);
    await inEuros(tenant);
    await aSubscription(tenant, { amount: 3_333, paidBy: "invoice", currency: "USD" });
    await aSubscription(tenant, { amount: 1_000, paidBy: "invoice", currency: "EUR" });
    await aSubscription(tenant, { amount: 1_000, paidBy: "invoice", currency: "KWD" });
    const path = `booked?from_month=2026-01&to_month=${month}`;
    const before = (await read(tenant, path)).converted;
    expect(before).toMatchObject({
      currency: "EUR",
      not_converted: ["KWD", "USD"],
      total: { billed: 1_000 },
    });
    await setRate(tenant, "USD", "0.5", "2026-01-01");
    const { converted, data } = await read(tenant, path);
    // 16.665 and 10.00.
    expect(converted).toMatchObject({
      not_converted: ["KWD"],
      total: { billed: 2_667, charged: 2_667, collected: 0 },
    });
    expect(converted.months.at(-1)).toMatchObject({
      month,
      billed: 2_667,
      not_converted: ["KWD"],
      rates: [{ currency: "USD", rate: "0.5", valid_from: "2026-01-01" }],
    });
    expect(converted.months[0]).toMatchObject({ month: "2026-01", billed: 0, rates: [], not_converted: [] });
    expect(data).toHaveLength(3);
  });

  it("are exact: a currency has the digits of its minor unit, and a rate all of its own", () => {
    const rates = (into: string, currency: string, rate: string) => ({
      into,
      at: new Date(0),
      used: [{ currency, rate, valid_from: "2026-01-01" }],
    });
    expect(convert(123n, "KWD", rates("JPY", "KWD", "485.123456789012"))?.toFixed()).toBe(
      "59.670185185048476",
    );
    expect(convert(10n ** 15n, "JPY", rates("KWD", "JPY", "0.000000000001"))?.toFixed()).toBe("1000000");
    expect(convert(5n, "USD", rates("EUR", "GBP", "1.1"))).toBeNull();
  });
});
