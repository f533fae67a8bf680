import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { createStripeProvider } from "./adapter.ts";

const list = (...data: object[]) => ({ object: "list", data, has_more: false, url: "/" });

const PAYMENT = { id: "inpay_1", payment: { type: "payment_intent", payment_intent: "pi_1" } };

/** A Stripe that answers lists, and 403 where a restricted key has no permission: the sandbox has no such keys. */
async function aStripe(answer: (path: string) => object | null) {
  const server = createServer((request, response) => {
    const body = answer(new URL(request.url ?? "", "http://stripe").pathname);
    const refused = { error: { type: "invalid_request_error", message: "The key may not do this." } };
    const headers = { "content-type": "application/json", "stripe-should-retry": "false" };
    response.writeHead(body ? 200 : 403, headers).end(JSON.stringify(body ?? refused));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A listening TCP server's address is an AddressInfo.
  const { port } = server.address() as AddressInfo;
  const address = { host: "127.0.0.1", port, protocol: "http" as const };
  const provider = createStripeProvider({ secretKey: "rk_test_1", publishableKey: null, address });
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { provider, close };
}

test("warnings of fraud are left out where the key may not read them", async () => {
  const stripe = await aStripe((path) => {
    if (path.startsWith("/v1/radar/")) return null;
    return path === "/v1/invoice_payments" ? list(PAYMENT) : list();
  });
  try {
    expect(await stripe.provider.readCorrections("in_1")).toMatchObject({ disputes: [], fraudWarnings: [] });
    const found: unknown[] = [];
    for await (const one of stripe.provider.listCorrectionsSince(new Date(0))) found.push(one);
    expect(found).toEqual([]);
  } finally {
    await stripe.close();
  }
});

test("what else the key may not read is an error", async () => {
  const stripe = await aStripe((path) => {
    if (path === "/v1/disputes") return null;
    return path === "/v1/invoice_payments" ? list(PAYMENT) : list();
  });
  try {
    await expect(stripe.provider.readCorrections("in_1")).rejects.toMatchObject({ code: "K7009" });
  } finally {
    await stripe.close();
  }
});
