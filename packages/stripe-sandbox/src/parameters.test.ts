// @module-tag ci
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import qs from "qs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { knownParametersFile } from "../scripts/known-parameters-file.ts";
import { parametersPage } from "../scripts/parameters-page.ts";
import {
  objectsOf,
  readsFirst,
  type Sent,
  type Support,
  sdkRoutes,
  supportOfAll,
} from "../scripts/probe-parameters.ts";
import { choicesOf } from "./parameters/check-parameters.ts";
import type { KnownType } from "./parameters/known-type.ts";
import { openSandbox, type Sandbox } from "./testing/open-account.ts";
import { bracketed } from "./wire/wording.ts";

/** Each property's tries; every one is a request. */
const TRIES = { numRuns: 150 };

let sandbox: Sandbox;
let secretKey: string;
let support: Support[];
beforeAll(async () => {
  sandbox = await openSandbox();
  ({ secretKey } = sandbox.anAccount());
  support = await supportOfAll();
});
afterAll(async () => {
  await sandbox.close();
  expect(sandbox.errors).toEqual([]);
});

const ODD_VALUES: Sent[string][] = [{ toString: "1" }, { a: { b: "1" } }, [{ a: "1" }], [""], ""];

interface ErrorBody {
  error?: { code?: string; param?: string; message?: string; type?: string };
}

/** A request with these parameters alone, without the SDK. */
async function send(method: string, url: string, sent: Sent): Promise<{ status: number; body: ErrorBody }> {
  const form = qs.stringify(sent, { arrayFormat: "indices" });
  const response = await fetch(`${sandbox.url}${url}${method === "GET" ? `?${form}` : ""}`, {
    method,
    headers: {
      authorization: `Bearer ${secretKey}`,
      "content-type": "application/x-www-form-urlencoded",
    },
    ...(method !== "GET" && { body: form }),
  });
  return { status: response.status, body: await response.json() };
}

function isEmpty(type: KnownType): boolean {
  return typeof type === "object" && "fields" in type && Object.keys(type.fields).length === 0;
}

function read(path: string): string {
  return readFileSync(join(import.meta.dirname, path), "utf8");
}

describe("what the SDK's types know", () => {
  test("is listed for every route as the installed SDK has it: `npm run parameters` writes it anew", {
    tags: ["long"],
  }, () => {
    expect(read("parameters/known-parameters.ts")).toBe(knownParametersFile());
  });

  test("is listed in docs/parameters.md, with what the sandbox does not take", () => {
    expect(read("../docs/parameters.md")).toBe(parametersPage(support));
  });

  test("is read by every route before it looks for an object", async () => {
    const late: string[] = [];
    for (const { route, name } of sdkRoutes()) if (!(await readsFirst(route))) late.push(name);
    expect(late).toEqual([]);
  });
});

describe("a parameter", () => {
  test("that the SDK's types do not know is refused as unknown, at any depth of any route", {
    tags: ["long"],
  }, async () => {
    const places = sdkRoutes().flatMap(({ route, fields }) =>
      objectsOf(fields).map((object) => ({ route, ...object })),
    );
    const name = fc.stringMatching(/^[a-z][a-z_]{0,20}$/);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...places),
        name,
        async ({ route, fields, holding, path }, unknown) => {
          fc.pre(!Object.hasOwn(fields, unknown));
          const url = route.path.replaceAll(/:\w+/g, "none");
          const { status, body } = await send(route.method, url, holding({ [unknown]: "1" }));
          const param = bracketed([...path, unknown]);
          expect({ status, error: body.error }).toMatchObject({
            status: 400,
            error: {
              type: "invalid_request_error",
              code: "parameter_unknown",
              param,
              message: `Received unknown parameter: ${param}`,
            },
          });
        },
      ),
      TRIES,
    );
  });

  test("of any shape is taken or refused, never a fault of the sandbox", { tags: ["long"] }, async () => {
    const faults: string[] = [];
    for (const { route, fields } of sdkRoutes()) {
      const url = route.path.replaceAll(/:\w+/g, "none");
      for (const name of Object.keys(fields)) {
        for (const value of ODD_VALUES) {
          const { status } = await send(route.method, url, { [name]: value });
          if (status >= 500) faults.push(`${route.method} ${route.path} ${name}: ${JSON.stringify(value)}`);
        }
      }
    }
    expect(faults).toEqual([]);
  });

  test("of metadata that is an object is refused", async () => {
    const { status, body } = await send("POST", "/v1/customers", { metadata: { a: { b: "1" } } });
    expect({ status, error: body.error }).toMatchObject({
      status: 400,
      error: { message: 'Invalid val: {"b":"1"} must be a string under 500 characters' },
    });
  });

  test("that they know and the sandbox does not take is refused by a code of the sandbox's own", {
    tags: ["long"],
  }, async () => {
    // A form cannot write an object that has no parameters of its own.
    const missing = support.filter(({ isTaken, parameter: { type } }) => !isTaken && !isEmpty(type));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...missing), async ({ parameter }) => {
        const { status, body } = await send(parameter.method, parameter.url, parameter.sent);
        expect({ status, error: body.error }).toMatchObject({
          status: 400,
          error: {
            type: "invalid_request_error",
            code: "sandbox_unsupported",
            param: parameter.param,
            message: `The sandbox does not have the parameter ${parameter.param}.`,
          },
        });
        expect(body.error).not.toHaveProperty("doc_url");
      }),
      TRIES,
    );
  });

  test("that the sandbox takes is refused neither as unknown nor as missing here", {
    tags: ["long"],
  }, async () => {
    const taken = support.filter(({ isTaken, missing }) => isTaken && missing.length === 0);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...taken), async ({ parameter }) => {
        const { body } = await send(parameter.method, parameter.url, parameter.sent);
        expect(body.error?.code).not.toBe("parameter_unknown");
        // It may have no part in this very request, or hold something that is missing here; the parameter itself is not.
        expect(body.error?.message).not.toBe(`The sandbox does not have the parameter ${parameter.param}.`);
      }),
      TRIES,
    );
  });

  test("with a choice beyond the types is refused with the choices that there are", {
    tags: ["long"],
  }, async () => {
    const choosing = support.filter(
      ({ isTaken, parameter: { type } }) => isTaken && typeof type === "object" && "choices" in type,
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...choosing),
        fc.stringMatching(/^[a-z]{1,12}$/),
        async ({ parameter }, value) => {
          const choices = choicesOf(parameter.type).filter((one) => one !== "");
          fc.pre(!choices.includes(value));
          const { status, body } = await send(parameter.method, parameter.url, parameter.sending(value));
          expect({ status, param: body.error?.param }).toEqual({ status: 400, param: parameter.param });
          expect(body.error?.message).toMatch(/^Invalid .*: must be /);
        },
      ),
      TRIES,
    );
  });

  test("with a choice that they know and the sandbox does not have says so", { tags: ["long"] }, async () => {
    const partly = support.flatMap(({ parameter, missing }) =>
      missing
        .filter((value) => value !== "" && choicesOf(parameter.type).includes(value))
        .map((value) => ({ parameter, value })),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...partly), async ({ parameter, value }) => {
        const { status, body } = await send(parameter.method, parameter.url, parameter.sending(value));
        expect({ status, error: body.error }).toMatchObject({
          status: 400,
          error: {
            code: "sandbox_unsupported",
            param: parameter.param,
            message: `The sandbox does not have the value ${value} of ${parameter.param}.`,
          },
        });
      }),
      TRIES,
    );
  });

  test("that Stripe.js sends is taken with a publishable key alone", async () => {
    const account = sandbox.anAccount();
    const intent = await account.stripe.setupIntents.create({ allowed_payment_method_types: ["card"] });
    const card = { number: "4242424242424242", exp_month: "12", exp_year: "2034", cvc: "123" };
    const form = qs.stringify({
      client_secret: intent.client_secret,
      payment_method_data: { type: "card", card },
    });
    const confirm = async (key: string) => {
      const headers = {
        authorization: `Bearer ${key}`,
        "content-type": "application/x-www-form-urlencoded",
      };
      const url = `${sandbox.url}/v1/setup_intents/${intent.id}/confirm`;
      return (await fetch(url, { method: "POST", headers, body: form })).json();
    };
    expect(await confirm(account.secretKey)).toMatchObject({ error: { code: "parameter_unknown" } });
    expect(await confirm(account.publishableKey)).toMatchObject({ status: "succeeded" });
  });

  test("of another type is refused in Stripe's words", async () => {
    // The words: stripe/stripe-node issue 1323, Azuriom/Plugin-Shop pull request 274, stripe-ruby issue 930.
    const cases: [string, Sent, object][] = [
      ["/v1/customers", { balance: "ten" }, { param: "balance", message: "Invalid integer: ten" }],
      [
        "/v1/subscriptions/none",
        { cancel_at_period_end: "1" },
        { param: "cancel_at_period_end", message: "Invalid boolean: 1" },
      ],
      ["/v1/subscriptions", { items: "price_1" }, { param: "items", message: "Invalid array" }],
      ["/v1/subscriptions", { items: ["price_1"] }, { param: "items[0]", message: "Invalid object" }],
      ["/v1/customers", { address: "Street 1" }, { param: "address", message: "Invalid object" }],
      ["/v1/customers", { metadata: "text" }, { param: "metadata", message: "Invalid object" }],
      ["/v1/customers", { name: { first: "A" } }, { param: "name", message: "Invalid string" }],
      ["/v1/customers", { email: ["a@example.com"] }, { param: "email", message: "Invalid string" }],
      [
        "/v1/subscriptions",
        { trial_end: "tomorrow" },
        { param: "trial_end", code: "parameter_invalid_integer", message: "Invalid integer: tomorrow" },
      ],
    ];
    for (const [url, sent, wanted] of cases) {
      const { status, body } = await send("POST", url, sent);
      expect({ url, sent, status, error: body.error }).toMatchObject({ status: 400, error: wanted });
    }
  });
});
