import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installPagesBridge } from "../http/pages-bridge.ts";
import type { PagesBridge, PagesBridgeKey, SessionClaims } from "../http/pages-contract.ts";
import type { OperationMeta } from "../platform/schema/operation.ts";
import { aMember } from "../testing/a-member.ts";
import { tellObservers } from "../testing/client.ts";
import { inputSchema, inputsOf } from "../testing/fuzz/from-schema.ts";
import { knownFor, type Pool, poolOf } from "../testing/fuzz/pool.ts";
import { anything, naughtyText } from "../testing/fuzz/values.ts";
import { encode, sendRaw, type WireReply, type WireRequest, wireMutation } from "../testing/fuzz/wire.ts";
import { aStage, type Stage } from "../testing/stage.ts";
import { openWorld, type World } from "../testing/world.ts";
import { restProcedures } from "../trpc/rest-procedures.ts";
import { appRouter } from "../trpc/root.ts";
import { proceduresOf } from "../vendor/trpc-parts.ts";

// Every operation over REST and tRPC, with corrupted inputs made from its own schema: the answer is always one of
// ours. `npm run test:attack` sends ten thousand; the seed it prints brings the same ones again (ATTACK_SEED).

const KEY: PagesBridgeKey = "usher.pages";
/** Inputs of each operation, where ATTACK_REQUESTS does not ask for more, as `npm run test:long` does. */
const SHORT = 1;
const total = Number(process.env.ATTACK_REQUESTS ?? 0);
const seed = Number(process.env.ATTACK_SEED ?? (total > 0 ? Date.now() % 2 ** 31 : 20_261_121));

const procedures = proceduresOf(appRouter);
const operations = restProcedures(appRouter);
const TARGETS = operations.length + procedures.length;
const runs = total > 0 ? Math.ceil(total / TARGETS) : SHORT;
const options = { seed, numRuns: runs, endOnFailure: total === 0, includeErrorInReport: true };

let world: World;
let stage: Stage;
let pool: Pool;
let bridge: PagesBridge;
let claims: SessionClaims;
/** How many requests were answered with which status. */
const answered = new Map<number, number>();
const count = (status: number) => answered.set(status, (answered.get(status) ?? 0) + 1);

beforeAll(async () => {
  world = await openWorld({
    environment: { USHER_RATE_LIMIT: "0", USHER_RATE_LIMIT_SERVER: "0", USHER_WEBHOOKS_TO_PRIVATE: "true" },
  });
  stage = await aStage(world);
  pool = await poolOf(stage);
  installPagesBridge(world.services, { nextAuthSecret: "a secret of the test" });
  // The bridge puts exactly this type under its symbol.
  bridge = Reflect.get(globalThis, Symbol.for(KEY)) as PagesBridge;
  claims = await aMember(world, stage.id, "OWNER");
});

afterAll(async () => {
  const sent = [...answered.values()].reduce((sum, one) => sum + one, 0);
  const by = [...answered].sort(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`);
  process.stderr.write(`fuzz: ${sent} requests, ATTACK_SEED=${seed}; ${by.join(", ")}\n`);
  await world.close();
});

const isOurs = (body: { code?: unknown; message?: unknown }) =>
  typeof body?.code === "string" && /^K[1-9]\d{3}$/.test(body.code) && typeof body.message === "string";

/** Throws unless the answer is a success or a refusal of ours. */
function judge(request: WireRequest, reply: WireReply): void {
  const shown = `${reply.status} ${reply.text.slice(0, 500)}`;
  if (reply.status >= 500) throw new Error(shown);
  if (reply.status < 400 || request.method === "HEAD") return;
  let body: { code?: unknown; message?: unknown; request_id?: unknown };
  try {
    body = JSON.parse(reply.text);
  } catch {
    throw new Error(`No JSON: ${shown}`);
  }
  if (!isOurs(body)) throw new Error(`Not our error: ${shown}`);
  if (body.request_id !== reply.headers["x-request-id"]) throw new Error(`x-request-id differs: ${shown}`);
}

/** Sends, judges, and holds the answer against the OpenAPI document. */
async function exchange(request: WireRequest): Promise<WireReply> {
  const reply = await sendRaw(world.baseUrl, request);
  count(reply.status);
  judge(request, reply);
  const isJson = String(reply.headers["content-type"]).startsWith("application/json");
  // 431 is answered before the operation is known.
  if (isJson && reply.status !== 431 && request.path.startsWith("/v1/"))
    tellObservers({
      method: request.method,
      path: request.path,
      reply: {
        status: reply.status,
        headers: new Headers({ "x-request-id": String(reply.headers["x-request-id"]) }),
        body: JSON.parse(reply.text),
      },
    });
  return reply;
}

const textOf = (value: unknown) => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));

function restRequest(
  { method, path: template }: { method: string; path: string },
  rules: OperationMeta["rules"],
  input: object,
  who: Record<string, string>,
): WireRequest {
  const fields = new Map<string, unknown>(Object.entries(input));
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = textOf(fields.get(name) ?? "x");
    fields.delete(name);
    return encode(value) || "%20";
  });
  if (method === "GET" || method === "DELETE") {
    const query = [...fields].map(([name, value]) => `${encode(name)}=${encode(textOf(value))}`).join("&");
    return { method, path: query ? `${path}?${query}` : path, headers: who, body: null };
  }
  const type = rules.takesFile ?? "application/json";
  const body = rules.takesFile
    ? textOf(fields.get("file") ?? 'email\r\n=a@example.com\r\n\0,"')
    : stringify(Object.fromEntries(fields), fields);
  return { method, path, headers: { ...who, "content-type": type }, body: Buffer.from(body) };
}

/** JSON with every own field, `__proto__` among them. */
function stringify(_: object, fields: Map<string, unknown>): string {
  return `{${[...fields].map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value) ?? "null"}`).join(",")}}`;
}

describe.each(operations.map((operation) => [operation.name, operation] as const))(
  "REST %s",
  (name, operation) => {
    it("answers whatever comes", async () => {
      const { procedure, meta } = operation;
      const who = fc.oneof(
        { weight: 12, arbitrary: fc.constant(pool.admin) },
        { weight: 3, arbitrary: fc.constantFrom(pool.server, pool.browser, pool.user) },
      );
      const inputs = inputsOf(inputSchema(procedure), knownFor(name, pool));
      await fc.assert(
        fc.asyncProperty(inputs, wireMutation, who, async (input, mutate, headers) => {
          await exchange(mutate(restRequest(meta.openapi, meta.rules, input, headers)));
        }),
        options,
      );
    }, 600_000);
  },
);

describe.each(procedures.map(({ name, procedure, type }) => [name, procedure, type] as const))(
  "tRPC %s",
  (name, procedure, type) => {
    it("answers whatever comes", async () => {
      const inputs = inputsOf(inputSchema(procedure), knownFor(name, pool));
      const isQuery = type === "query";
      await fc.assert(
        fc.asyncProperty(inputs, trpcMutation, async (input, mutate) => {
          const fields = new Map<string, unknown>(Object.entries(input));
          const request = mutate({ path: name, isQuery, text: stringify(input, fields) });
          const response = await bridge.trpc(request, claims);
          count(response.status);
          const text = await response.text();
          const shown = `${response.status} ${text.slice(0, 500)}`;
          if (response.status >= 500) throw new Error(shown);
          for (const part of [JSON.parse(text)].flat())
            if (part.error && !isOurs(part.error.data.error)) throw new Error(`Not our error: ${shown}`);
        }),
        options,
      );
    }, 600_000);
  },
);

interface TrpcCall {
  path: string;
  isQuery: boolean;
  text: string;
}

function trpcRequest(
  { path, isQuery, text }: TrpcCall,
  extra = "",
  headers: Record<string, string> = {},
): Request {
  const url = `http://pages.internal/api/trpc/${path}?${extra}`;
  const common = { "x-usher-tenant": stage.id, "content-type": "application/json", ...headers };
  if (isQuery) return new Request(`${url}&input=${encode(text)}`, { headers: common });
  return new Request(url, { method: "POST", headers: common, body: text });
}

const trpcMutation: fc.Arbitrary<(call: TrpcCall) => Request> = fc.oneof(
  { weight: 10, arbitrary: fc.constant((call: TrpcCall) => trpcRequest(call)) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      (call: TrpcCall) => trpcRequest({ ...call, text: call.text.slice(1) }),
      (call: TrpcCall) => trpcRequest({ ...call, text: "" }),
      (call: TrpcCall) => trpcRequest({ ...call, text: "null" }),
      (call: TrpcCall) => trpcRequest({ ...call, text: "[".repeat(10_000) }),
      (call: TrpcCall) => trpcRequest({ ...call, text: call.text.replace(/\d+/, "1e400") }),
      (call: TrpcCall) => trpcRequest({ ...call, text: call.text.replace(/"[^"]*"(?=[,}])/, '"\\u0000"') }),
      (call: TrpcCall) => trpcRequest({ ...call, isQuery: !call.isQuery }),
      (call: TrpcCall) => trpcRequest({ ...call, text: `{"0":${call.text}}` }, "batch=1"),
      (call: TrpcCall) =>
        trpcRequest(
          { ...call, path: `${call.path},${call.path},nobody.knows`, text: `{"0":${call.text},"1":3}` },
          "batch=1",
        ),
      (call: TrpcCall) => trpcRequest({ ...call, text: `[${call.text}]` }, "batch=1"),
      (call: TrpcCall) => trpcRequest({ ...call, path: `${call.path}x` }),
      (call: TrpcCall) => trpcRequest({ ...call, path: "__proto__" }),
      (call: TrpcCall) => trpcRequest({ ...call, path: "constructor.constructor" }),
      (call: TrpcCall) => trpcRequest({ ...call, path: "%00" }),
      (call: TrpcCall) => trpcRequest(call, "", { "content-type": "text/plain" }),
      (call: TrpcCall) => trpcRequest(call, "", { "content-type": "application/x-www-form-urlencoded" }),
      (call: TrpcCall) => trpcRequest(call, "", { "content-type": "multipart/form-data; boundary=x" }),
      (call: TrpcCall) => trpcRequest(call, "", { "content-type": "application/octet-stream" }),
      (call: TrpcCall) => trpcRequest(call, "", { "x-usher-tenant": "ten_nobody" }),
      (call: TrpcCall) => trpcRequest(call, "connectionParams=%7B"),
      (call: TrpcCall) => trpcRequest(call, "", { accept: "text/event-stream" }),
      (call: TrpcCall) => trpcRequest(call, "", { "trpc-accept": "application/jsonl" }),
    ),
  },
);

describe("other entry points", () => {
  const many = { ...options, numRuns: total > 0 ? Math.ceil(total / 20) : 25 };

  it("the provider's callbacks refuse whatever is not signed", async () => {
    const signatures = fc.oneof(
      fc.constantFrom(
        "",
        "t=1,v1=00",
        "t=,v1=",
        "t=x",
        `t=1,${"v1=00,".repeat(500)}`,
        "v1=00,t=99999999999999999999",
      ),
      naughtyText.map((text) => text.replaceAll(/[^\x20-\x7e]/g, "?").trim()),
    );
    const paths = fc.oneof(
      fc.constant(`/webhooks/cardprovider/${stage.id}`),
      naughtyText.map((text) => `/webhooks/cardprovider/${encode(text)}`),
      fc.constantFrom(
        "/webhooks/",
        "/webhooks/cardprovider",
        "/webhooks/cardprovider/ten_x/y",
        "/webhooks/other/ten_x",
      ),
    );
    await fc.assert(
      fc.asyncProperty(paths, signatures, anything, wireMutation, async (path, signature, body, mutate) => {
        const headers = {
          "content-type": "application/json",
          ...(signature && { "stripe-signature": signature }),
        };
        const text = Buffer.from(JSON.stringify(body) ?? "");
        const reply = await exchange(mutate({ method: "POST", path, headers, body: text }));
        // As a preflight or at another entry point's address it may succeed; it is never accepted as a callback.
        expect(reply.text).not.toContain("received");
      }),
      many,
    );
  }, 600_000);

  it("the token endpoint takes forms, and refuses spoilt ones", async () => {
    const names = [
      "grant_type",
      "client_id",
      "client_secret",
      "username",
      "password",
      "refresh_token",
      "scope",
    ];
    const fields = fc.array(
      fc.tuple(
        fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: naughtyText }),
        fc.oneof(
          fc.constantFrom("password", "client_credentials", "refresh_token", pool.clientId),
          naughtyText,
        ),
      ),
      { maxLength: 7 },
    );
    await fc.assert(
      fc.asyncProperty(
        fields,
        wireMutation,
        fc.constantFrom("token", "revoke"),
        async (pairs, mutate, path) => {
          const body = Buffer.from(
            pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&"),
          );
          const headers = { "content-type": "application/x-www-form-urlencoded" };
          await exchange(mutate({ method: "POST", path: `/v1/auth/${path}`, headers, body }));
        },
      ),
      many,
    );
  }, 600_000);

  it("sealed links that we did not seal lead nowhere", async () => {
    const link = fc.oneof(
      fc.constantFrom(
        "v1.a.b.c",
        "v1....",
        "x".repeat(900),
        `v1.${"A".repeat(16)}.${"A".repeat(22)}.AA`,
        pool.invoiceLink,
      ),
      fc.tuple(fc.nat(200), fc.constantFrom("A", "_", ".", "-")).map(([at, sign]) => {
        const text = pool.invoiceLink;
        return text.slice(0, at % text.length) + sign + text.slice((at % text.length) + 1);
      }),
      naughtyText.map(encode),
    );
    await fc.assert(
      fc.asyncProperty(link, wireMutation, async (sealed, mutate) => {
        const reply = await exchange(
          mutate({ method: "GET", path: `/invoices/${sealed}`, headers: {}, body: null }),
        );
        if (sealed !== pool.invoiceLink) expect(reply.status).toBeGreaterThanOrEqual(204);
      }),
      many,
    );
  }, 600_000);

  it("a portal's link and session that we did not seal open nothing", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(naughtyText, fc.constantFrom("v1.a.b.c", "v1....", pool.invoiceLink)),
        async (text) => {
          expect(await bridge.enterPortal(text)).toBeNull();
          expect(await bridge.portal("x", text)).toBeNull();
        },
      ),
      many,
    );
  });
});
