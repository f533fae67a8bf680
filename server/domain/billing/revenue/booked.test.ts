// @module-tag ci
import { parse } from "csv-parse/sync";
import { describe, expect } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { aCardInvoice } from "../../../testing/a-card-invoice.ts";
import { aStory } from "../../../testing/a-story.ts";
import { aSubscription } from "../../../testing/a-subscription.ts";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import { it } from "../../../testing/it.ts";
import { pastTerms } from "../../../testing/past-terms.ts";
import { exportPage } from "./export/export-csv.ts";
import { listLeftOut } from "./export/list-left-out.ts";

const REVENUE = "/v1/billing/revenue";
type Cells = Record<string, string>;

/** The figures of all months, in a currency. */
async function bookedOf(tenant: TestTenant, currency = "USD", query = "") {
  const { status, body } = await tenant.admin.get(
    `${REVENUE}/booked?from_month=2026-01&to_month=2036-12${query}`,
  );
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data.find((own: { currency: string }) => own.currency === currency);
}

async function fileOf(tenant: TestTenant, table: string, query = ""): Promise<Cells[]> {
  const { status, body } = await tenant.admin.get(
    `${REVENUE}/export/csv?table=${table}&from_month=2026-01&to_month=2036-12${query}`,
  );
  expect(status, JSON.stringify(body)).toBe(200);
  return parse(body, { columns: true });
}

/** A column added up, in hundredths. */
const sumOf = (rows: Cells[], column: string) =>
  rows.reduce((sum, row) => sum + Math.round(Number(row[column]) * 100), 0);

describe("booked revenue", () => {
  it("is what invoices charge and what is paid, by currency, and falls with a void invoice", {
    tags: ["long"],
  }, async ({ world }) => {
    const tenant = await aTenant(world);
    const invoiceOf = async (customer: string) =>
      (await tenant.admin.get(`/v1/billing/invoices?customer=${customer}`)).body.data[0];
    const paid = await aSubscription(tenant, { amount: 3_000, paidBy: "invoice" });
    const voided = await aSubscription(tenant, { amount: 700, paidBy: "invoice" });
    await aSubscription(tenant, { amount: 1_250, paidBy: "card", currency: "EUR" });
    const invoice = await invoiceOf(paid.customer);
    const pay = await tenant.admin.post(`/v1/billing/invoices/${invoice.id}/payments`, { amount: 1_000 });
    expect(pay.status, JSON.stringify(pay.body)).toBe(200);
    expect((await bookedOf(tenant)).total).toMatchObject({
      billed: 3_700,
      charged: 3_700,
      collected: 1_000,
      tax: 0,
    });
    expect((await bookedOf(tenant, "EUR")).total).toMatchObject({ billed: 1_250, collected: 1_250 });
    const month = world.services.clock.now().toISOString().slice(0, 7);
    const { months } = await bookedOf(tenant);
    expect(months.filter(({ charged }: { charged: number }) => charged !== 0)).toMatchObject([
      { month, billed: 3_700 },
    ]);

    const other = await invoiceOf(voided.customer);
    const gone = await tenant.admin.post(`/v1/billing/invoices/${other.id}/void`, {
      charges: "write_off",
      reason: "r",
    });
    expect(gone.status, JSON.stringify(gone.body)).toBe(200);
    expect((await bookedOf(tenant)).total).toMatchObject({ billed: 3_000, collected: 1_000 });
  });

  it("is 0 of an invoice that had a credit note and is voided", { tags: ["long"] }, async ({ world }) => {
    const tenant = await aTenant(world);
    const { customer } = await aSubscription(tenant, { amount: 100, paidBy: "invoice" });
    const order = { customer, currency: "EUR", lines: [{ description: "Training", amount: 3_500 }] };
    const { id } = (await tenant.admin.post("/v1/billing/invoices", order)).body;
    const at = `/v1/billing/invoices/${id}`;
    expect((await tenant.admin.post(`${at}/credit-notes`, { amount: 1_000, reason: "r" })).status).toBe(201);
    expect((await bookedOf(tenant, "EUR")).total).toMatchObject({ billed: 2_500, credit_notes: 1_000 });
    expect((await tenant.admin.post(`${at}/void`, { charges: "write_off" })).status).toBe(200);
    expect((await bookedOf(tenant, "EUR")).total).toMatchObject({ billed: 0, charged: 0, credit_notes: 0 });
  });

  it("is not lowered by what is given back without a credit note, of which it has a figure", {
    tags: ["long"],
  }, async ({ world }) => {
    const paid = await aCardInvoice(world);
    expect((await paid.refund({ amount: 400 })).status).toBe(201);
    expect((await paid.credit({ amount: 200, to: "REFUND" })).status).toBe(201);
    expect((await paid.credit({ amount: 500, to: "BALANCE" })).status).toBe(201);
    await paid.adjust(-300);
    await paid.sync();
    const ours = await aSubscription(paid.tenant, { amount: 1_000, paidBy: "invoice" });
    const { data } = (await paid.tenant.admin.get(`/v1/billing/invoices?subscription_id=${ours.id}`)).body;
    const path = `/v1/billing/invoices/${data[0].id}`;
    await paid.tenant.admin.post(`${path}/payments`);
    expect((await paid.tenant.admin.post(`${path}/refunds`, { amount: 100 })).status).toBe(201);
    const note = { amount: 50, to: "BALANCE", reason: "r" };
    expect((await paid.tenant.admin.post(`${path}/credit-notes`, note)).status).toBe(201);
    expect((await bookedOf(paid.tenant)).total).toMatchObject({
      charged: 4_000,
      credit_notes: 750,
      given_back: 800,
      billed: 3_250,
      collected: 3_300,
      // 4.00 and 2.00 by card, 1.00 by hand; 5.00 by a note, 3.00 by hand at the card provider, 0.50 by a note of ours.
      refunded: 700,
      credit_given: 850,
    });
    expect(await paid.wrong()).toEqual([]);
  });

  it("stays in the month in which it was booked", { tags: ["long"] }, async ({ world }) => {
    const story = await aStory(world, "2026-11-20T12:00:00.000Z", {
      plans: [{ slug: "pro", entitlements: {}, prices: [{ amount: 2_000 }] }],
    });
    const id = await story.start("PROVIDER_B", "pro");
    await story.to("2027-01-25T00:00:00Z");
    const [, december] = (await story.get(`/v1/billing/invoices?subscription_id=${id}`)).body.data;
    await story.post(`/v1/billing/invoices/${december.id}/payments`, {});
    const { months } = await bookedOf(story.tenant, "USD", "&include_test_clocks=true");
    const shown = months
      .filter(({ charged, collected }: Record<string, number>) => charged !== 0 || collected !== 0)
      .map(({ month, charged, collected }: Record<string, number>) => [month, charged, collected]);
    expect(shown).toEqual([
      ["2026-11", 2_000, 0],
      ["2026-12", 2_000, 0],
      ["2027-01", 2_000, 2_000],
    ]);
    expect(await bookedOf(story.tenant)).toBeUndefined();
  });

  it("names the numbers that the files leave out, as they are of test clocks", { tags: ["long"] }, async ({
    world,
  }) => {
    const story = await aStory(world, "2026-11-20T12:00:00.000Z", {
      plans: [{ slug: "pro", entitlements: {}, prices: [{ amount: 2_000 }] }],
    });
    const id = await story.start("PROVIDER_B", "pro");
    const [invoice] = (await story.get(`/v1/billing/invoices?subscription_id=${id}`)).body.data;
    const note = await story.post(`/v1/billing/invoices/${invoice.id}/credit-notes`, {
      amount: 500,
      reason: "r",
    });
    await aSubscription(story.tenant, { amount: 700, paidBy: "invoice" });
    const { scope } = story.tenant;
    expect(await listLeftOut(scope, { month: "2026-11" })).toEqual({
      invoices: [invoice.number],
      credit_notes: [note.body.number],
    });
    expect(await listLeftOut(scope, { month: "2026-12" })).toEqual({ invoices: [], credit_notes: [] });
  });

  it("refuses months that are none", async ({ world }) => {
    const { admin } = await aTenant(world);
    const ask = async (from: string, to: string) =>
      (await admin.get(`${REVENUE}/booked?from_month=${from}&to_month=${to}`)).body.code;
    expect(await ask("2026-12", "2026-11")).toBe("K1002");
    expect(await ask("2026-13", "2027-11")).toBe("K1002");
    expect(await ask("1990-01", "2026-01")).toBe("K1002");
    const file = await admin.get(`${REVENUE}/export/csv?table=journal&from_month=2026-12&to_month=2026-11`);
    expect(file.body.code).toBe("K1002");
  });
});

describe("the accountant's files", () => {
  it("add up to the figures of the dashboard", { tags: ["long"] }, async ({ world }) => {
    const tenant = await aTenant(world);
    for (const amount of [999, 2_501])
      await aSubscription(tenant, { amount, paidBy: "invoice", customer: `=cmd|${amount}` });
    const cards = await aSubscription(tenant, { amount: 1_234, paidBy: "card" });
    const { data } = (await tenant.admin.get("/v1/billing/invoices")).body;
    const open = data.find(({ total }: { total: number }) => total === 2_501);
    await tenant.admin.post(`/v1/billing/invoices/${open.id}/payments`, { amount: 501 });
    const { total } = await bookedOf(tenant);
    expect(total).toMatchObject({ billed: 4_734, collected: 1_735 });

    const [invoices, lines, payments, journal] = [
      await fileOf(tenant, "invoices"),
      await fileOf(tenant, "invoice_lines"),
      await fileOf(tenant, "payments"),
      await fileOf(tenant, "journal"),
    ];
    expect(sumOf(invoices, "total")).toBe(total.charged + total.tax - total.tax_included - total.discounts);
    expect(sumOf(lines, "amount")).toBe(total.charged);
    expect([sumOf(invoices, "amount_paid"), sumOf(payments, "amount")]).toEqual([
      total.collected,
      total.collected,
    ]);
    const moved = (account: string) =>
      sumOf(
        journal.filter((row) => row.debit_account === account),
        "amount",
      ) -
      sumOf(
        journal.filter((row) => row.credit_account === account),
        "amount",
      );
    expect([moved("CASH"), -moved("REVENUE")]).toEqual([total.collected, total.charged]);
    // The card provider's moments are whole seconds, so that its invoice may come before one of the same second.
    expect(invoices.map((row) => [row.total, row.customer, row.currency]).sort()).toEqual([
      ["12.34", cards.customer, "USD"],
      ["25.01", "'=cmd|2501", "USD"],
      ["9.99", "'=cmd|999", "USD"],
    ]);
    expect(Object.keys(payments[0] ?? {})).toContain("currency");
  });

  it("say of each payment when its money moved", { tags: ["long"] }, async ({ world }) => {
    const tenant = await aTenant(world);
    const { id: subscription } = await aSubscription(tenant, { amount: 3_000, paidBy: "invoice" });
    const { data } = (await tenant.admin.get(`/v1/billing/invoices?subscription_id=${subscription}`)).body;
    const path = `/v1/billing/invoices/${data[0].id}`;
    const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString();
    const [first, second, rest, refunded] = [day(9), day(8), day(7), day(6)];
    const pay = async (fields: object) => {
      const { status, body } = await tenant.admin.post(`${path}/payments`, fields);
      expect(status, JSON.stringify(body)).toBe(200);
      return (await tenant.admin.get(`${path}/payments`)).body.data[0].id as string;
    };
    const wrong = await pay({ amount: 1_000, paid_at: first, reference: "SEPA 1" });
    await tenant.admin.post(`${path}/payments/${wrong}/take-back`, { reason: "It bounced." });
    await pay({ amount: 1_000, paid_at: second, reference: "=2" });
    await pay({ paid_at: rest, amount: 2_500, surplus: "credit" });
    await tenant.admin.post(`${path}/refunds`, { amount: 400, refunded_at: refunded, reference: "SEPA 4" });
    const rows = await fileOf(tenant, "payments");
    expect(rows.map(({ amount, paid_at, reference }) => [amount, paid_at, reference])).toEqual([
      ["10.00", first, "SEPA 1"],
      ["-10.00", first, "SEPA 1"],
      ["10.00", second, "'=2"],
      ["5.00", rest, ""],
      ["20.00", rest, ""],
      ["-4.00", refunded, "SEPA 4"],
    ]);
    const [{ actor_id: id }] = (await tenant.admin.get(`${path}/payments`)).body.data;
    const { name } = await tenant.scope.db.application.findUniqueOrThrow({
      where: { tenantId_id: { tenantId: tenant.id, id } },
    });
    expect(rows.map(({ kind_name: kind, reason, recorded_by: by }) => [kind, reason, by])).toEqual([
      ["Payment", "", name],
      ["Payment taken back", "It bounced.", name],
      ["Payment", "", name],
      ["Payment of more than was due, kept as credit", "", name],
      ["Payment", "", name],
      ["Refund", "", name],
    ]);
    expect(sumOf(rows, "amount")).toBe((await bookedOf(tenant)).total.collected);
  });

  it("say of each invoice what became of it", { tags: ["long"] }, async ({ world }) => {
    const tenant = await aTenant(world);
    const issue = async (amount: number) => {
      const { id } = await aSubscription(tenant, { amount, paidBy: "invoice" });
      const { data } = (await tenant.admin.get(`/v1/billing/invoices?subscription_id=${id}`)).body;
      return `/v1/billing/invoices/${data[0].id}`;
    };
    const given = await issue(3_000);
    await tenant.admin.post(`${given}/credit-notes`, { amount: 500, reason: "r" });
    await tenant.admin.post(`${given}/payments`);
    await tenant.admin.post(`${given}/credit-notes`, { amount: 700, to: "REFUND", reason: "r" });
    const lost = await issue(2_000);
    await tenant.admin.post(`${lost}/payments`, { amount: 300 });
    await tenant.admin.post(`${lost}/write-off`, { reason: "r" });
    const wrong = await issue(1_000);
    await tenant.admin.post(`${wrong}/void`, { charges: "reissue" });
    const rows = await fileOf(tenant, "invoices");
    const sums = (row: Cells) =>
      ["due", "paid", "remaining", "off_due", "credited", "refunded", "written_off"].map(
        (name) => row[`amount_${name}`],
      );
    expect(rows.map((row) => [row.invoice_number, row.status, ...sums(row)])).toEqual([
      ["INV-00001", "PAID", "25.00", "25.00", "0.00", "5.00", "12.00", "7.00", "0.00"],
      ["INV-00002", "UNCOLLECTIBLE", "20.00", "3.00", "0.00", "0.00", "0.00", "0.00", "17.00"],
      ["INV-00003", "VOID", "0.00", "0.00", "0.00", "0.00", "0.00", "0.00", "0.00"],
      ["INV-00004", "OPEN", "10.00", "0.00", "10.00", "0.00", "0.00", "0.00", "0.00"],
    ]);
    expect(rows.map(({ replaces, replaced_by }) => [replaces, replaced_by])).toEqual([
      ["", ""],
      ["", ""],
      ["", "INV-00004"],
      ["INV-00003", ""],
    ]);
    const { total } = await bookedOf(tenant);
    expect(total).toMatchObject({
      credit_notes: sumOf(rows, "amount_credited"),
      written_off: sumOf(rows, "amount_written_off"),
      collected: sumOf(rows, "amount_paid") - sumOf(rows, "amount_refunded"),
    });
  });

  it("tell credit that moves from what is charged, and say of each invoice what the API says", {
    tags: ["long"],
  }, async ({ world }) => {
    const prices = (amount: number) => ({ prices: [{ amount }] });
    const story = await aStory(world, "2026-11-20T12:00:00.000Z", {
      plans: [
        { slug: "big", ...prices(20_000) },
        { slug: "small", ...prices(1_000) },
      ],
    });
    const id = await story.start("PROVIDER_A", "big");
    await story.to("2026-11-25T12:00:00Z");
    await story.tell(id, "change-plan", { plan_price_id: story.price("small") });
    await story.tell(id, "move-provider", { provider: "PROVIDER_B" });
    await story.to("2027-01-25T00:00:00Z");
    const order = { customer: story.customer, currency: "USD", lines: [{ description: "d", amount: 700 }] };
    const other = (await story.post("/v1/billing/invoices", order)).body;
    await story.post(`/v1/billing/invoices/${other.id}/void`, { charges: "write_off" });

    const clocks = "&include_test_clocks=true";
    const { total } = await bookedOf(story.tenant, "USD", clocks);
    const lines = await fileOf(story.tenant, "invoice_lines", clocks);
    const counted = lines.filter(
      ({ kind, invoice_status }) => kind === "CHARGE" && invoice_status !== "VOID",
    );
    expect(sumOf(counted, "amount")).toBe(total.charged);
    const moved = lines.filter(({ kind }) => kind !== "CHARGE").map(({ description }) => description);
    expect(moved).toEqual([
      "Credit from card payments",
      "Credit carried to the next invoice",
      expect.stringMatching(/^Credit from invoice INV-/),
      "Credit carried to the next invoice",
    ]);

    const rows = await fileOf(story.tenant, "invoices", clocks);
    const { data } = (await story.get("/v1/billing/invoices?limit=200")).body;
    const names = ["from_credit", "kept_as_credit", "off_due", "due", "paid", "remaining", "written_off"];
    const hundredths = (row: Cells, name: string) => Math.round(Number(row[name]) * 100);
    const ofFile = rows.map((row) => [
      row.invoice_id,
      ...names.map((name) => hundredths(row, `amount_${name}`)),
    ]);
    const ofApi = data.map((one: Record<string, unknown>) => [
      one.id,
      ...names.map((name) => one[`amount_${name}`]),
    ]);
    expect(ofFile.sort()).toEqual(ofApi.sort());
    const kept = rows.find(({ total }) => total?.startsWith("-"));
    expect([kept?.total, kept?.amount_kept_as_credit, kept?.amount_due]).toEqual([
      "-158.34",
      "158.34",
      "0.00",
    ]);
    expect(rows.find(({ status }) => status === "VOID")).toMatchObject({ total: "7.00", amount_due: "0.00" });
    for (const row of rows.filter(({ status }) => status !== "VOID"))
      expect(hundredths(row, "total"), JSON.stringify(row)).toBe(
        hundredths(row, "amount_from_credit") -
          hundredths(row, "amount_kept_as_credit") +
          hundredths(row, "amount_off_due") +
          hundredths(row, "amount_due"),
      );
  });

  it("say of credit notes and refunds what is booked", { tags: ["long"] }, async ({ world }) => {
    const tenant = await aTenant(world);
    const { admin } = tenant;
    const issued = async (amount: number, isPaid: boolean, fields: object) => {
      const { id: subscription } = await aSubscription(tenant, { amount, paidBy: "invoice" });
      const { data } = (await admin.get(`/v1/billing/invoices?subscription_id=${subscription}`)).body;
      const path = `/v1/billing/invoices/${data[0].id}`;
      if (isPaid) await admin.post(`${path}/payments`);
      const note = await admin.post(`${path}/credit-notes`, { reason: "=1+1", ...fields });
      expect(note.status, JSON.stringify(note.body)).toBe(201);
    };
    await issued(3_000, false, { amount: 1_001 });
    await issued(2_000, true, { amount: 502, to: "REFUND", reference: "SEPA 9" });
    await issued(1_000, true, { amount: 103, to: "BALANCE" });
    const { total } = await bookedOf(tenant);
    expect(total).toMatchObject({ charged: 6_000, credit_notes: 1_606, billed: 4_394, collected: 2_498 });

    const [notes, lines, refunds, payments, journal] = [
      await fileOf(tenant, "credit_notes"),
      await fileOf(tenant, "credit_note_lines"),
      await fileOf(tenant, "refunds"),
      await fileOf(tenant, "payments"),
      await fileOf(tenant, "journal"),
    ];
    expect([sumOf(notes, "amount"), sumOf(lines, "amount")]).toEqual([1_606, 1_606]);
    const parts = ["amount_off_due", "amount_to_balance", "amount_to_refund"];
    expect(parts.map((part) => sumOf(notes, part))).toEqual([1_001, 103, 502]);
    const discounts = journal.filter((row) => row.debit_account === "DISCOUNT");
    expect(sumOf(discounts, "amount")).toBe(total.credit_notes);
    const back = payments.filter(({ kind }) => kind === "REFUND");
    expect([sumOf(refunds, "amount"), sumOf(back, "amount")]).toEqual([502, -502]);
    expect(sumOf(payments, "amount")).toBe(total.collected);
    expect(refunds).toMatchObject([
      {
        credit_note_number: "CN-00002",
        reference: "SEPA 9",
        reason: "'=1+1",
        status: "SUCCEEDED",
        currency: "USD",
        amount: "5.02",
      },
    ]);
    expect(notes.map((row) => [row.credit_note_number, row.invoice_number, row.reason])).toEqual([
      ["CN-00001", "INV-00001", "'=1+1"],
      ["CN-00002", "INV-00002", "'=1+1"],
      ["CN-00003", "INV-00003", "'=1+1"],
    ]);
  });

  it("say of a refund that was taken back when, why and by whom, and agree in the month of each", {
    tags: ["long"],
  }, async ({ world }) => {
    const tenant = await aTenant(world);
    const { id: subscription } = await aSubscription(tenant, { amount: 3_000, paidBy: "invoice" });
    const { data } = (await tenant.admin.get(`/v1/billing/invoices?subscription_id=${subscription}`)).body;
    const path = `/v1/billing/invoices/${data[0].id}`;
    await tenant.admin.post(`${path}/payments`);
    const { id, reason: first } = (await tenant.admin.post(`${path}/refunds`, { amount: 700, reason: "=a" }))
      .body;
    expect((await tenant.admin.post(`${path}/refunds`, { amount: 200 })).status).toBe(201);
    await tenant.admin.post(`/v1/billing/refunds/${id}/take-back`, { reason: "=It came back." });
    const refunds = await fileOf(tenant, "refunds");
    const who = expect.stringMatching(/^[A-Za-z]/);
    expect(first).toBe("=a");
    expect(refunds).toMatchObject([
      {
        amount: "7.00",
        status: "CANCELED",
        status_name: "Taken back",
        reason: "'=a",
        recorded_by: who,
        taken_back_at: expect.stringMatching(/^2\d{3}-.*Z$/),
        taken_back_reason: "'=It came back.",
        taken_back_by: who,
        amount_given_back: "0.00",
      },
      {
        amount: "2.00",
        status_name: "Given back",
        amount_given_back: "2.00",
        taken_back_at: "",
        taken_back_reason: "",
        taken_back_by: "",
      },
    ]);
    const back = (await fileOf(tenant, "payments")).filter(({ kind }) => kind === "REFUND");
    expect(back.map(({ amount, kind_name: kind, reason }) => [amount, kind, reason])).toEqual([
      ["-7.00", "Refund", "'=a"],
      ["-2.00", "Refund", ""],
      ["7.00", "Refund taken back", "'=It came back."],
    ]);
    expect(sumOf(back, "amount")).toBe(-sumOf(refunds, "amount_given_back"));
    const { total } = await bookedOf(tenant);
    expect(total).toMatchObject({ collected: 2_800, refunded: 200, given_back: 200 });
  });

  it("say in words what the API's values mean, and who the customer is in columns beside one another", {
    tags: ["long"],
  }, async ({ world }) => {
    const tenant = await aTenant(world);
    const email = "ada@example.com";
    const { id, customer } = await aSubscription(tenant, { amount: 1_000, paidBy: "invoice", email });
    await aSubscription(tenant, { amount: 2_000, paidBy: "card" });
    const { data } = (await tenant.admin.get(`/v1/billing/invoices?subscription_id=${id}`)).body;
    await tenant.admin.post(`/v1/billing/invoices/${data[0].id}/write-off`, { reason: "r" });
    const rows = await fileOf(tenant, "invoices");
    expect(rows.find(({ total }) => total === "10.00")).toMatchObject({
      status: "UNCOLLECTIBLE",
      status_name: "Written off",
      provider: "PROVIDER_B",
      collected: "By transfer",
      customer,
      customer_email: email,
    });
    expect(rows.find(({ total }) => total === "20.00")).toMatchObject({
      status: "PAID",
      status_name: "Paid",
      provider: "PROVIDER_A",
      collected: "By card",
    });
    expect(await fileOf(tenant, "payments")).toMatchObject([{ collected: "By card", amount: "20.00" }]);
    const tables = ["invoices", "invoice_lines", "payments", "credit_notes", "credit_note_lines", "refunds"];
    for (const table of [...tables, "journal"]) {
      const path = `${REVENUE}/export/csv?table=${table}&from_month=2026-01&to_month=2036-12`;
      const [header = ""] = (await tenant.admin.get(path)).body.split("\n");
      expect([table, header]).toEqual([
        table,
        expect.stringContaining(",customer,customer_name,customer_email,customer_id,"),
      ]);
    }
  });

  it("count no credit note of an invoice that was voided", { tags: ["long"] }, async ({ world }) => {
    const tenant = await aTenant(world);
    const issue = async (amount: number, credited: number) => {
      const { id } = await aSubscription(tenant, { amount, paidBy: "invoice" });
      const { data } = (await tenant.admin.get(`/v1/billing/invoices?subscription_id=${id}`)).body;
      const path = `/v1/billing/invoices/${data[0].id}`;
      const note = await tenant.admin.post(`${path}/credit-notes`, { amount: credited, reason: "r" });
      expect(note.status, JSON.stringify(note.body)).toBe(201);
      return path;
    };
    await issue(1_000, 200);
    const gone = await issue(700, 100);
    const voided = await tenant.admin.post(`${gone}/void`, { charges: "write_off", reason: "r" });
    expect(voided.status, JSON.stringify(voided.body)).toBe(200);
    const { total } = await bookedOf(tenant);
    expect(total).toMatchObject({ credit_notes: 200 });
    for (const table of ["credit_notes", "credit_note_lines"] as const) {
      const rows = await fileOf(tenant, table);
      expect([sumOf(rows, "amount"), sumOf(rows, "amount_without_void")]).toEqual([300, 200]);
      expect(
        rows.map(({ invoice_status, invoice_status_name }) => [invoice_status, invoice_status_name]),
      ).toEqual([
        ["OPEN", "Open"],
        ["VOID", "Void"],
      ]);
    }
  });

  it("count a credit note of an invoice that was issued anew with it, until that one is written off", {
    tags: ["long"],
  }, async ({ world }) => {
    const tenant = await aTenant(world);
    const { admin } = tenant;
    const { id } = await aSubscription(tenant, { amount: 1_000, paidBy: "invoice" });
    const newest = async () =>
      `/v1/billing/invoices/${(await admin.get(`/v1/billing/invoices?subscription_id=${id}`)).body.data[0].id}`;
    await admin.post(`${await newest()}/credit-notes`, { amount: 300, reason: "r" });
    await admin.post(`${await newest()}/void`, { charges: "reissue", reason: "r" });
    const counted = async () => [
      (await bookedOf(tenant)).total.credit_notes,
      sumOf(await fileOf(tenant, "credit_notes"), "amount_without_void"),
      sumOf(await fileOf(tenant, "credit_note_lines"), "amount_without_void"),
    ];
    expect(await counted()).toEqual([300, 300, 300]);
    expect(await fileOf(tenant, "credit_notes")).toMatchObject([{ amount: "3.00", invoice_status: "VOID" }]);
    await admin.post(`${await newest()}/void`, { charges: "write_off", reason: "r" });
    expect(await counted()).toEqual([0, 0, 0]);
  });

  it("add up without void invoices, and say of each transfer what it is and of which invoice", {
    tags: ["long"],
  }, async ({ world }) => {
    const paid = await aCardInvoice(world);
    const { tenant } = paid;
    const { admin } = tenant;
    const issue = async (amount: number) => {
      const { id } = await aSubscription(tenant, { amount, paidBy: "invoice" });
      return (await admin.get(`/v1/billing/invoices?subscription_id=${id}`)).body.data[0].id as string;
    };
    await issue(2_000);
    const gone = await issue(700);
    await admin.post(`/v1/billing/invoices/${gone}/void`, { charges: "write_off" });
    expect((await paid.credit({ amount: 500, to: "BALANCE" })).status).toBe(201);
    expect((await paid.refund({ amount: 400 })).status).toBe(201);
    await paid.adjust(-300);
    await paid.sync();
    const { total } = await bookedOf(tenant);
    expect(total).toMatchObject({ charged: 5_000, credit_notes: 500, given_back: 700, collected: 2_600 });

    const invoices = await fileOf(tenant, "invoices");
    expect([sumOf(invoices, "total"), sumOf(invoices, "total_without_void")]).toEqual([5_700, 5_000]);
    const lines = (await fileOf(tenant, "invoice_lines")).filter(({ kind }) => kind === "CHARGE");
    expect(sumOf(lines, "amount_without_void")).toBe(total.charged);
    expect(lines[0]).toMatchObject({ kind_name: "Charge" });
    expect(await fileOf(tenant, "credit_note_lines")).toMatchObject([
      { description: "An amount of the invoice", status_name: "Issued" },
    ]);
    expect(await fileOf(tenant, "refunds")).toMatchObject([{ status_name: "Given back" }]);
    const journal = await fileOf(tenant, "journal");
    const moved = (account: string) =>
      sumOf(
        journal.filter((row) => row.debit_account === account),
        "amount",
      ) -
      sumOf(
        journal.filter((row) => row.credit_account === account),
        "amount",
      );
    expect([moved("GIVEN_BACK"), moved("DISCOUNT")]).toEqual([total.given_back, total.credit_notes]);
    for (const row of journal) {
      expect(row.description, JSON.stringify(row)).not.toBe("");
      for (const name of [
        ...["kind_name", "debit_account_name", "credit_account_name"],
        ...["debit_collected", "credit_collected"],
      ])
        expect(row[name], JSON.stringify(row)).toMatch(/^[A-Z][a-z]/);
      if (row.charge_id) expect(row.invoice_number, JSON.stringify(row)).not.toBe("");
    }
    expect(journal.find(({ kind }) => kind === "BALANCE")?.description).toMatch(/, at the card provider$/);
  });

  it("name in the journal the invoice that a row was about when it was booked, also after a reissue", async ({
    world,
  }) => {
    const tenant = await aTenant(world);
    const { admin } = tenant;
    const { id } = await aSubscription(tenant, { amount: 2_000, paidBy: "invoice" });
    const newest = async () =>
      (await admin.get(`/v1/billing/invoices?subscription_id=${id}`)).body.data[0].id as string;
    const path = `/v1/billing/invoices/${await newest()}`;
    expect((await admin.post(`${path}/credit-notes`, { amount: 300, reason: "r" })).status).toBe(201);
    const before = await fileOf(tenant, "journal");
    expect(new Set(before.map((row) => row.invoice_number))).toEqual(new Set(["INV-00001"]));
    expect((await admin.post(`${path}/void`, { charges: "reissue" })).status).toBe(200);
    const after = await fileOf(tenant, "journal");
    const ids = new Set(before.map((row) => row.transfer_id));
    expect(after.filter((row) => ids.has(row.transfer_id))).toEqual(before);
    expect(after.filter((row) => row.kind === "PLACED").map((row) => row.invoice_number)).toEqual([
      ...["INV-00001", "INV-00001", "INV-00002", "INV-00002"],
    ]);
    // Credit of a note is about the note's invoice, not about the one that uses it.
    const anew = `/v1/billing/invoices/${await newest()}`;
    expect((await admin.post(`${anew}/payments`)).status).toBe(200);
    const credit = { amount: 100, to: "BALANCE", reason: "r" };
    expect((await admin.post(`${anew}/credit-notes`, credit)).status).toBe(201);
    const item = { amount: 500, description: "An hour", invoice: "now" };
    expect((await admin.post(`/v1/billing/subscriptions/${id}/items`, item)).status).toBe(201);
    const noted = (await fileOf(tenant, "journal")).filter(
      ({ kind, description }) => kind === "ACCRUED" && description?.startsWith("Credit note CN-00002"),
    );
    expect(noted).toMatchObject([{ invoice_number: "INV-00002", amount: "1.00" }]);
  });

  it("write amounts in the major unit of each currency", { tags: ["long"] }, async ({ world }) => {
    const tenant = await aTenant(world);
    for (const [currency, amount] of [
      ["JPY", 1_500],
      ["KWD", 1_500],
    ] as const)
      await aSubscription(tenant, { amount, currency, paidBy: "invoice" });
    const rows = await fileOf(tenant, "invoices");
    expect(rows.map((row) => [row.currency, row.total])).toEqual([
      ["JPY", "1500"],
      ["KWD", "1.500"],
    ]);
  });

  it("are read in parts by the dashboard, with nothing twice and nothing left out", {
    tags: ["long"],
  }, async ({ world }) => {
    const tenant = await aTenant(world);
    const { customerId } = await aSubscription(tenant, { amount: 1_000, paidBy: "invoice" });
    const { db } = world.services;
    // More rows than one part has, all of the same moment.
    const now = new Date("2026-11-05T00:00:00Z");
    const account = {
      debitAccount: "CASH",
      debitProvider: "PROVIDER_B",
      creditAccount: "CREDIT",
      creditProvider: "PROVIDER_B",
    } as const;
    await db.journalTransfer.createMany({
      data: Array.from({ length: 5_100 }, (_, index) => ({
        tenantId: tenant.id,
        id: newId("journalTransfer"),
        customerId,
        currency: "USD",
        ...account,
        amount: 1n,
        kind: "BALANCE",
        key: `test:${index}`,
        at: now,
      })),
    });
    const input = {
      table: "journal",
      from_month: "2026-01",
      to_month: "2036-12",
      include_test_clocks: false,
    } as const;
    const parts = [];
    let cursor: string | undefined;
    do {
      const part = await exportPage(tenant.scope, { ...input, ...(cursor !== undefined && { cursor }) });
      parts.push(part);
      cursor = part.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(parts.length).toBe(2);
    const rows: Cells[] = parse(parts.map(({ text }) => text).join(""), { columns: true });
    const all = await fileOf(tenant, "journal");
    expect(rows).toEqual(all);
    expect(new Set(rows.map((row) => row.transfer_id)).size).toBe(rows.length);
    expect(parts.reduce((sum, part) => sum + part.rows, 0)).toBe(rows.length);
    await expect(exportPage(tenant.scope, { ...input, cursor: "x" })).rejects.toMatchObject({
      code: "K1002",
    });
  });
});

describe("cohorts", () => {
  it("keep customers and what they pay, month by month", async ({ world }) => {
    const tenant = await aTenant(world);
    const at = (day: string) => `2026-${day}T00:00:00Z`;
    await pastTerms(tenant, [
      {
        customer: 1,
        phases: [
          { from: at("01-10"), to: at("03-05"), amount: 1_000 },
          { from: at("03-05"), to: null, amount: 3_000 },
        ],
      },
      { customer: 2, phases: [{ from: at("01-31"), to: at("02-20"), amount: 1_000 }] },
      // Pays again later: it stays in the month of its first payment.
      { customer: 2, phases: [{ from: at("04-01"), to: null, amount: 500 }] },
      { customer: 3, phases: [{ from: at("02-01"), to: null, amount: 12_000, interval: "YEAR" }] },
    ]);
    const { status, body } = await tenant.admin.get(`${REVENUE}/cohorts?from_month=2026-01&to_month=2026-04`);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.data).toEqual([
      {
        currency: "USD",
        cohorts: [
          {
            month: "2026-01",
            started: 2,
            kept: [
              { month: "2026-01", customers: 2, mrr: 2_000 },
              { month: "2026-02", customers: 1, mrr: 1_000 },
              { month: "2026-03", customers: 1, mrr: 3_000 },
              { month: "2026-04", customers: 2, mrr: 3_500 },
            ],
          },
          {
            month: "2026-02",
            started: 1,
            kept: ["2026-02", "2026-03", "2026-04"].map((month) => ({ month, customers: 1, mrr: 1_000 })),
          },
        ],
      },
    ]);
    const later = await tenant.admin.get(`${REVENUE}/cohorts?from_month=2026-02&to_month=2026-03`);
    expect(later.body.data[0].cohorts).toMatchObject([{ month: "2026-02", kept: [{}, {}] }]);
  });
});
