import { request } from "node:http";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSandbox, type Sandbox } from "./testing/open-account.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(async () => {
  await sandbox.close();
  expect(sandbox.errors).toEqual([]);
});

interface Sent {
  method?: string;
  type?: string;
  body?: string | Buffer;
  headers?: Record<string, string>;
}

/** A request byte by byte: neither the path nor the body is put right on its way. */
function send(path: string, key: string, { type, body, method = "GET", headers = {} }: Sent = {}) {
  const { hostname: host, port } = new URL(sandbox.url);
  return new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    const sent = request({
      host,
      port,
      path,
      method,
      headers: { authorization: `Bearer ${key}`, ...(type && { "content-type": type }), ...headers },
    });
    sent.on("error", reject).on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode, text: Buffer.concat(chunks).toString() }),
      );
    });
    sent.end(body);
  });
}

const FORM = "application/x-www-form-urlencoded";

/** What a form is answered with. */
async function post(form: string | Buffer, more: Sent = {}, path = "/v1/customers") {
  const { secretKey } = sandbox.anAccount();
  const { status, text } = await send(path, secretKey, { method: "POST", type: FORM, body: form, ...more });
  return { status, ...JSON.parse(text) };
}

describe("what is not encoded as it should be", () => {
  const MALFORMED = {
    type: "invalid_request_error",
    message:
      "Invalid request (check your POST parameters): For assistance, contact support at https://support.stripe.com/contact/.",
  };

  test.each([
    "name=%zz",
    "name=%",
    "name=100%25%2",
    "%zz=1",
    "name=%00",
    "name=a\0b",
    "%00=1",
    "metadata[a%00]=1",
  ])("in a form is refused: %j", async (form) => {
    expect(await post(form)).toMatchObject({ status: 400, error: MALFORMED });
  });

  test.each([
    ["escaped", "name=%ff"],
    ["cut off", "name=%C3"],
    ["half of a pair", "name=%ED%A0%80"],
    ["as it is", Buffer.from([0x6e, 0x3d, 0xff])],
  ])("in a form is refused where it is not UTF-8: %s", async (_, form) => {
    const { status, error } = await post(form);
    expect({ status, error }).toMatchObject({
      status: 400,
      error: {
        type: "invalid_request_error",
        message: expect.stringContaining("Invalid UTF-8 characters found in POST body"),
      },
    });
  });

  test.each([
    "/v1/customers?email=%00",
    "/v1/customers?email=%zz",
    "/v1/customers?%ff=1",
    "/v1/customers/%00",
    "/v1/customers/cus_%zz",
    "/v1/customers/%ff",
    "/v1/invoices/%00/lines",
    "/v1/nothing/%00",
    "/sandbox/faults?x=%00",
  ])("in a path or a query is refused: %s", async (path) => {
    const { secretKey } = sandbox.anAccount();
    const { status, text } = await send(path, secretKey);
    expect({ status, error: JSON.parse(text).error }).toMatchObject({
      status: 400,
      error: { type: "invalid_request_error", message: expect.stringContaining("Invalid") },
    });
  });

  test.each([
    "/c/pay/%00",
    "/c/pay/%zz",
    "/c/authenticate?account=%00&client_secret=pi_x_secret_y",
    "/i/%00",
    "/p/session/%00",
    "/dashboard/object/%zz",
    "/dashboard/object/%00",
    "/dashboard?type=%00",
  ])("leads to no hosted page: %s", async (path) => {
    const { secretKey } = sandbox.anAccount();
    const authorization = `Basic ${Buffer.from(`${secretKey}:`).toString("base64")}`;
    expect((await send(path, secretKey, { headers: { authorization } })).status).toBe(404);
  });

  test("in the form of a hosted page is refused", async () => {
    const { stripe, secretKey } = sandbox.anAccount();
    const { url } = await stripe.checkout.sessions.create({
      mode: "setup",
      currency: "usd",
      success_url: "https://example.com/done",
    });
    const { pathname, search } = new URL(String(url));
    const body = "email=a%40example.com&name=%00&number=4242424242424242&expiry=12/34&cvc=123";
    const answer = await send(pathname + search, secretKey, { method: "POST", type: FORM, body });
    expect(answer.status).toBe(400);
  });

  test.each(["//", "///x", "http://[", "/\\"])("is no reason to fall over: %s", async (path) => {
    const { secretKey } = sandbox.anAccount();
    const { status } = await send(path, secretKey);
    expect([400, 404]).toContain(status);
    expect((await send("/v1/customers", secretKey)).status).toBe(200);
  });

  test("is refused alone: signs, umlauts and an encoded percent sign are kept", async () => {
    const { name } = await post(`name=${encodeURIComponent("100 % grün & 日本 🎉")}+x`);
    expect(name).toBe("100 % grün & 日本 🎉 x");
  });
});

describe("a body of another type", () => {
  test("is refused as Stripe refuses JSON", async () => {
    for (const type of ["application/json", "application/json; charset=utf-8"])
      for (const path of ["/v1/customers", "/v1/customers/cus_none", "/sandbox/faults"])
        expect(await post('{"name":"Ada"}', { type }, path)).toMatchObject({
          status: 400,
          error: {
            type: "invalid_request_error",
            message:
              "Invalid request (check that your POST content type is application/x-www-form-urlencoded). If you have any questions, we can help at https://support.stripe.com/.",
          },
        });
  });

  test("is refused by its name", async () => {
    expect(await post("name=Ada", { type: "text/plain; charset=utf-8" })).toMatchObject({
      status: 400,
      error: {
        type: "invalid_request_error",
        message:
          "Invalid request: unsupported Content-Type text/plain; charset=utf-8. If error persists and you need assistance, please contact support@stripe.com.",
      },
    });
  });

  test("of several parts is refused as one that the sandbox does not have", async () => {
    const type = "multipart/form-data; boundary=x";
    expect(await post("--x--", { type })).toMatchObject({
      status: 400,
      error: { code: "sandbox_unsupported" },
    });
  });

  test("that is compressed is refused, and the answer can be read", async () => {
    const { status, error } = await post(gzipSync("name=Ada"), { headers: { "content-encoding": "gzip" } });
    expect(status).toBe(400);
    expect(error.message).toBe("Invalid request: unsupported Content-Encoding gzip.");
    expect((await post("name=Ada", { headers: { "content-encoding": "identity" } })).status).toBe(200);
  });

  test("does not matter where there is no body", async () => {
    expect((await post("", { type: "application/json" })).status).toBe(200);
  });
});

describe("a name that JavaScript gives a meaning to", () => {
  test.each([
    ["__proto__[x]=1", "__proto__[x]"],
    ["__proto__=1", "__proto__"],
    ["address[__proto__]=1", "address[__proto__]"],
    ["address[__proto__][city]=1", "address[__proto__][city]"],
    ["%5f_proto__%5Bx%5D=1", "__proto__[x]"],
    ["constructor[prototype][x]=1", "constructor"],
    ["toString=1", "toString"],
    ["hasOwnProperty=1", "hasOwnProperty"],
  ])("is unknown as any other: %s", async (form, param) => {
    for (const path of ["/v1/customers", "/sandbox/faults"]) {
      const { status, error } = await post(`${form}&name=Ada`, {}, path);
      expect({ path, status, error }).toMatchObject({ status: 400, error: { code: "parameter_unknown" } });
      if (path === "/v1/customers") expect(error.param).toBe(param);
    }
    expect(Reflect.get({}, "x")).toBeUndefined();
  });

  test("is unknown in a query, too, and so is an empty name", async () => {
    const { secretKey } = sandbox.anAccount();
    for (const query of ["__proto__[x]=1", "=1"]) {
      const { status, text } = await send(`/v1/customers?${query}`, secretKey);
      expect({ status, error: JSON.parse(text).error }).toMatchObject({
        status: 400,
        error: { code: "parameter_unknown" },
      });
    }
  });

  test("is a key of metadata like any other, save one that the sandbox does not have", async () => {
    const { metadata } = await post("metadata[constructor]=1&metadata[toString]=2");
    expect(metadata).toEqual({ constructor: "1", toString: "2" });
    expect(await post("metadata[__proto__]=1")).toMatchObject({
      status: 400,
      error: { code: "sandbox_unsupported", param: "metadata[__proto__]" },
    });
  });
});
