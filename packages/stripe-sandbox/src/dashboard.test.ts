import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aPayer, aPrice, openSandbox, type Sandbox } from "./testing/open-account.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(async () => {
  await sandbox.close();
  expect(sandbox.errors).toEqual([]);
});

async function look(path: string, key?: string) {
  const headers = new Headers();
  if (key !== undefined) headers.set("authorization", `Basic ${Buffer.from(`${key}:`).toString("base64")}`);
  const response = await fetch(`${sandbox.url}${path}`, { headers });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

describe("the dashboard", () => {
  test("asks for a secret key, and takes no other", async () => {
    const { publishableKey } = sandbox.anAccount();
    for (const key of [undefined, "sk_test_none", publishableKey]) {
      const { status, headers } = await look("/dashboard", key);
      expect({ status, asks: headers.get("www-authenticate") }).toEqual({
        status: 401,
        asks: 'Basic realm="Secret key of the sandbox", charset="UTF-8"',
      });
    }
  });

  test("shows an account's objects, events and test clocks, and nothing of another account", async () => {
    const { stripe, secretKey } = sandbox.anAccount();
    const clock = await stripe.testHelpers.testClocks.create({ frozen_time: 1_800_000_000, name: "In 2027" });
    const customer = await stripe.customers.create({ name: "Ada & <b>Bob</b>", test_clock: clock.id });
    const { html } = await look("/dashboard", secretKey);
    expect(html).toContain("customer.created");
    expect(html).toContain(customer.id);
    expect(html).toMatch(new RegExp(`${clock.id}.*In 2027.*ready.*2027-01-15 08:00 UTC.*<td>1</td>`, "s"));
    const list = await look("/dashboard/objects/customer", secretKey);
    expect(list.html).toContain("Ada &amp; &lt;b&gt;Bob&lt;/b&gt;");
    const others = sandbox.anAccount().secretKey;
    expect((await look("/dashboard", others)).html).not.toContain(customer.id);
    expect((await look(`/dashboard/object/${customer.id}`, others)).status).toBe(404);
  });

  test("shows an object as the API does, with links to what it names and what happened to it", async () => {
    const { stripe, secretKey } = sandbox.anAccount();
    const customer = await aPayer(stripe);
    const price = await aPrice(stripe, 500);
    const { id } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] });
    const { html } = await look(`/dashboard/object/${id}`, secretKey);
    expect(html).toContain(`<a href="/dashboard/object/${customer.id}">`);
    expect(html).toContain(`<a href="/dashboard/object/${price.id}">`);
    expect(html).toContain("customer.subscription.created");
    const method = await look(
      `/dashboard/object/${customer.invoice_settings.default_payment_method}`,
      secretKey,
    );
    expect(method.html).toContain("4242");
    expect(method.html).not.toContain("4242424242424242");
  });

  test("says of a subscription what it sells", async () => {
    const { stripe, secretKey } = sandbox.anAccount();
    const customer = await aPayer(stripe);
    const named = await aPrice(stripe, 500, { nickname: "Seats & more" });
    const other = await aPrice(stripe, 700);
    const items = [{ price: named.id, quantity: 3 }, { price: other.id }];
    await stripe.subscriptions.create({ customer: customer.id, items });
    const { html } = await look("/dashboard/objects/subscription", secretKey);
    expect(html).toContain(`<td>3 × Seats &amp; more, 1 × ${other.id}</td><td>active</td>`);
  });

  test("turns long lists page by page", { tags: ["long"] }, async () => {
    const { stripe, secretKey } = sandbox.anAccount();
    const made: string[] = [];
    for (let n = 0; n < 51; n++) made.push((await stripe.products.create({ name: `Product ${n}` })).id);
    const first = await look("/dashboard/objects/product", secretKey);
    const older = /href="(\/dashboard\/objects\/product\?starting_after=\w+)"/.exec(first.html)?.[1];
    expect(first.html).not.toContain(String(made[0]));
    const second = await look(String(older), secretKey);
    expect(second.html).toContain(String(made[0]));
    expect(second.html).not.toContain("Older");
  });

  test("has no page for what it does not have", async () => {
    const { secretKey } = sandbox.anAccount();
    for (const path of [
      "/dashboards",
      "/dashboard/none",
      "/dashboard/object/none",
      "/dashboard/object/%E0%A4%A",
    ])
      expect({ path, status: (await look(path, secretKey)).status }).toEqual({ path, status: 404 });
  });
});
