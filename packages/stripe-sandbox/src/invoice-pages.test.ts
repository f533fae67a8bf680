// @module-tag ci
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aPayer, openSandbox, refused, type Sandbox } from "./testing/open-account.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(async () => {
  await sandbox.close();
  expect(sandbox.errors).toEqual([]);
});

const CARD = { number: "4242424242424242", expiry: "11 / 35", cvc: "123" };

/** An open invoice of so many lines, 1.00 each, that is to be paid within a week. */
async function anInvoice(lines = 2, description = "Work (by \\ hand) for 1 €") {
  const { stripe } = sandbox.anAccount();
  const customer = await aPayer(stripe, "pm_card_visa", { name: "Ada & Co", email: "ada@example.com" });
  const draft = await stripe.invoices.create({
    customer: customer.id,
    currency: "usd",
    collection_method: "send_invoice",
    days_until_due: 7,
  });
  for (let line = 0; line < lines; line++)
    await stripe.invoiceItems.create({
      customer: customer.id,
      invoice: draft.id,
      amount: 100,
      currency: "usd",
      description,
    });
  const invoice = await stripe.invoices.sendInvoice(draft.id);
  const page = String(invoice.hosted_invoice_url);
  return {
    stripe,
    draft,
    invoice,
    page,
    pay: (fields: Record<string, string>) =>
      fetch(page, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" }),
    now: () => stripe.invoices.retrieve(invoice.id),
  };
}

test("sending finalizes a draft and tells; what is charged automatically is not sent", async () => {
  const { stripe, invoice } = await anInvoice();
  expect(invoice).toMatchObject({ status: "open", amount_due: 200 });
  const [sent] = (await stripe.events.list({ type: "invoice.sent" })).data;
  expect(sent?.data.object).toMatchObject({ id: invoice.id });
  await stripe.invoices.voidInvoice(invoice.id);
  expect((await refused(stripe.invoices.sendInvoice(invoice.id))).statusCode).toBe(400);
  const charged = await stripe.invoices.create({ customer: String(invoice.customer), currency: "usd" });
  expect((await refused(stripe.invoices.sendInvoice(charged.id))).message).toContain("collection method");
});

describe("the hosted page", () => {
  test("shows lines and sums, and takes a card", async () => {
    const { page, pay, now, invoice } = await anInvoice();
    const html = await (await fetch(page)).text();
    for (const text of [String(invoice.number), "$1.00", "$2.00 to be paid by", String(invoice.invoice_pdf)])
      expect(html).toContain(text);
    expect((await pay(CARD)).headers.get("location")).toBe(new URL(page).pathname);
    expect(await now()).toMatchObject({ status: "paid", amount_paid: 200 });
    expect(await (await fetch(page)).text()).not.toContain("<form");
  });

  test("shows a decline, which stays written down, and asks the card's holder", async () => {
    const { pay, now } = await anInvoice();
    const declined = await pay({ ...CARD, number: "4000000000000002" });
    expect([declined.status, await declined.text()]).toEqual([402, expect.stringContaining("declined")]);
    expect(await now()).toMatchObject({ status: "open", attempted: true });
    const asked = await (await pay({ ...CARD, number: "4000002500003155" })).text();
    const method = /name="payment_method" value="(\w+)"/.exec(asked)?.[1] ?? "";
    expect((await pay({ payment_method: method, authentication: "fail" })).status).toBe(402);
    await pay({ payment_method: method, authentication: "complete" });
    expect((await now()).status).toBe("paid");
  });

  test("of ten payments at once takes one", async () => {
    const { stripe, pay, invoice } = await anInvoice();
    await Promise.all(Array.from({ length: 10 }, () => pay(CARD)));
    expect((await stripe.charges.list({ customer: String(invoice.customer) })).data).toHaveLength(1);
  });

  test("is not there for a draft, or for an invoice that does not exist", async () => {
    const { stripe, page, invoice } = await anInvoice();
    const draft = await stripe.invoices.create({ customer: String(invoice.customer), currency: "usd" });
    for (const id of [draft.id, "in_nothing"]) {
      const other = page.replace(invoice.id, id);
      expect([(await fetch(other)).status, (await fetch(`${other}/pdf`)).status]).toEqual([404, 404]);
    }
  });
});

/** Reads a PDF as a reader does: from its end to the table of objects, and from there each object. */
function readPdf(bytes: Buffer) {
  const file = bytes.toString("latin1");
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)?.[1]);
  const table = file.slice(start).split("\n");
  expect(table[0]).toBe("xref");
  const count = Number(table[1]?.split(" ")[1]);
  const places = table.slice(3, 2 + count).map((line) => Number(line.slice(0, 10)));
  for (const [index, place] of places.entries()) {
    expect(file.slice(place, place + 12)).toMatch(new RegExp(`^${index + 1} 0 obj\n`));
  }
  for (const [, length, content = ""] of file.matchAll(/\/Length (\d+) >>\nstream\n([\s\S]*?)\nendstream/g))
    expect(content).toHaveLength(Number(length));
  const texts = [...file.matchAll(/<([0-9a-f]*)> Tj/g)].map(([, hex = ""]) =>
    new TextDecoder("windows-1252").decode(Buffer.from(hex, "hex")),
  );
  return { texts, pages: file.match(/\/Type \/Page /g)?.length };
}

describe("the PDF", () => {
  test("has every line and sum of the invoice", async () => {
    const { invoice } = await anInvoice();
    const answer = await fetch(String(invoice.invoice_pdf));
    expect(answer.headers.get("content-type")).toBe("application/pdf");
    expect(answer.headers.get("content-disposition")).toContain(`Invoice-${invoice.number}.pdf`);
    const { texts, pages } = readPdf(Buffer.from(await answer.arrayBuffer()));
    expect(pages).toBe(1);
    for (const text of [
      `Invoice ${invoice.number}`,
      "Bill to: Ada & Co, ada@example.com",
      "Work (by \\ hand) for 1 €",
      "$2.00",
    ])
      expect(texts).toContain(text);
  });

  test("goes on over pages", { tags: ["long"] }, async () => {
    const { invoice } = await anInvoice(60, "Zeile in ß und 漢");
    const { texts, pages } = readPdf(
      Buffer.from(await (await fetch(String(invoice.invoice_pdf))).arrayBuffer()),
    );
    expect(pages).toBe(2);
    expect(texts.filter((text) => text === "Zeile in ß und ?")).toHaveLength(60);
  });
});
