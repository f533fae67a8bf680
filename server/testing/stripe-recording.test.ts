import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { differences, redact, routeOf } from "./stripe-recording.ts";

test.each([
  ["/v1/customers", "/v1/customers"],
  ["/v1/customers/cus_1?expand[0]=x", "/v1/customers/:id"],
  ["/v1/customers/search?query=x", "/v1/customers/search"],
  ["/v1/customers/cus_1/balance_transactions/cbtxn_1", "/v1/customers/:id/balance_transactions/:id"],
  ["/v1/invoices/create_preview", "/v1/invoices/create_preview"],
  ["/v1/checkout/sessions/cs_test_1/expire", "/v1/checkout/sessions/:id/expire"],
  ["/v1/test_helpers/test_clocks/clock_1/advance", "/v1/test_helpers/test_clocks/:id/advance"],
  ["/v1/tax/settings", "/v1/tax/settings"],
  ["/v1/coupons/8sXjvpGx", "/v1/coupons/:id"],
])("the route of %s is %s", (path, route) => {
  expect(routeOf(path)).toBe(route);
});

test("what is kept has no id, no secret and nothing of a person, and keeps its shape and Stripe's words", () => {
  const customer = {
    id: "cus_QVn2hJ8l0aBcDe",
    object: "customer",
    email: "ada@example.com",
    name: "Ada",
    phone: "+4912",
    created: 1_800_000_000,
    livemode: false,
    currency: "usd",
    description: null,
    address: {
      line1: "1 Street",
      country: "DE",
      city: "Bonn",
      line2: null,
      postal_code: "53111",
      state: null,
    },
    metadata: { usher_external_id: "acme" },
    subscriptions: [{ id: "sub_1NvWq2", status: "active", client_secret: "seti_1_secret_2" }],
    hosted_invoice_url: "https://invoice.stripe.com/i/acct_1/test_YWNjd",
  };
  expect(redact(customer)).toEqual({
    id: "cus_…",
    object: "customer",
    email: "…",
    name: "…",
    phone: "…",
    created: 1_800_000_000,
    livemode: false,
    currency: "usd",
    description: null,
    address: { line1: "…", country: "DE", city: "…", line2: null, postal_code: "…", state: null },
    metadata: {},
    subscriptions: [{ id: "sub_…", status: "active", client_secret: "…" }],
    hosted_invoice_url: "…",
  });
  const error = {
    type: "invalid_request_error",
    code: "resource_missing",
    param: "customer",
    message: "No such customer: 'cus_QVn2hJ8l0aBcDe' of ada@example.com",
    request_log_url: "https://dashboard.stripe.com/acct_1NvWq2/test/logs/req_8sXjvpGx",
  };
  expect(redact({ error })).toEqual({
    error: { ...error, message: "No such customer: 'cus_…' of …", request_log_url: "…" },
  });
  const key = "The provided key 'rk_test_51NvWq2kljKLJ' lacks 'rak_customer_read'";
  expect(redact(key, "message")).toBe("The provided key 'rk_test_…' lacks 'rak_customer_read'");
});

test("a field that is missing, one too many and another type are told of the routes that both have", () => {
  const ours = {
    "POST /v1/customers 200": [{ id: "cus_…", name: "…", balance: 0 }],
    "POST /v1/refunds 200": [{ id: "re_…" }],
  };
  const theirs: Parameters<typeof differences>[1] = {
    "POST /v1/customers 200": [{ deleted: true }, { id: "cus_…", balance: "0", phone: null }],
  };
  expect(differences(ours, theirs)).toEqual([
    "POST /v1/customers 200.phone: missing",
    "POST /v1/customers 200.name: extra",
    "POST /v1/customers 200.balance: number instead of string",
  ]);
});

test.each(["sk_live_51NvWq2", "rk_test_51NvWq2", "pk_test_51NvWq2"])(
  "a run against Stripe with %s, no secret key of test mode, does nothing",
  (key) => {
    const script = join(import.meta.dirname, "..", "..", "scripts", "test-stripe.mjs");
    const env = { ...process.env, STRIPE_SECRET_KEY: key };
    const { status, stdout } = spawnSync(process.execPath, [script], { encoding: "utf8", env });
    expect({ status, stdout }).toEqual({ status: 2, stdout: expect.stringContaining("sk_test_…") });
    expect(stdout).not.toContain(key);
  },
);
