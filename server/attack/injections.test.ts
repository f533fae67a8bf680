// @module-tag ci
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import type { z } from "zod";
import { installPagesBridge } from "../http/pages-bridge.ts";
import type { PagesBridge, PagesBridgeKey, SessionClaims } from "../http/pages-contract.ts";
import { aMember } from "../testing/a-member.ts";
import { it } from "../testing/it.ts";
import { aStage, email, type Stage, start } from "../testing/stage.ts";
import { unique } from "../testing/world.ts";
import { appRouter } from "../trpc/root.ts";
import { inputOf, proceduresOf } from "../vendor/trpc-parts.ts";

const ROOT = join(import.meta.dirname, "../..");
const KEY: PagesBridgeKey = "usher.pages";

let stage: Stage;
let bridge: PagesBridge;
let claims: SessionClaims;

it.beforeAll(async ({ world }) => {
  stage = await aStage(world);
  installPagesBridge(world.services, { nextAuthSecret: "a secret of the test" });
  // The bridge puts exactly this type under its symbol.
  bridge = Reflect.get(globalThis, Symbol.for(KEY)) as PagesBridge;
  claims = await aMember(world, stage.id, "OWNER");
});

/** Files of the product, but for tests and what Prisma has made, whose text is so. */
function sources(isSo: (text: string) => boolean): string[] {
  const files = globSync("{server,app,prisma,packages}/**/*.{ts,tsx}", { cwd: ROOT });
  const isOurs = (path: string) => !path.includes("/database/client/") && !/\.test\.tsx?$/.test(path);
  return files.filter((path) => isOurs(path) && isSo(readFileSync(join(ROOT, path), "utf8"))).sort();
}

async function ask(path: string, input: object) {
  const url = `http://pages.internal/api/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`;
  const response = await bridge.trpc(new Request(url, { headers: { "x-usher-tenant": stage.id } }), claims);
  const { result, error } = (await response.json()) as {
    result?: { data: { data: { id: string }[] } | { results: { id: string }[] } };
    error?: { data: { error: { code: string } } };
  };
  // A feature of that name there is none, and it says so.
  if (error?.data.error.code === "K8001") return [];
  expect(error, `${path} ${JSON.stringify(input)}`).toBeUndefined();
  if (result === undefined) throw new Error(`${path} has no result.`);
  return "results" in result.data ? result.data.results : result.data.data;
}

describe("SQL", () => {
  // Where SQL is put together from strings, and why each is safe: no text of a caller is among them.
  const KNOWN: Record<string, string> = {
    "server/domain/billing/checkout/remove-unpaid-visitor.ts":
      "names of tables that are constants of the code",
    "server/domain/billing/periods/invoice-late.ts":
      "a condition that is a constant of the code; values go as parameters",
    "server/domain/billing/periods/send-waiting.ts":
      "a condition that is a constant of the code; values go as parameters",
    "server/domain/billing/subscriptions/due-work.ts":
      "a condition that is a constant of the code; values go as parameters",
    "server/domain/billing/subscriptions/end/settle-ended-drafts.ts":
      "a condition that is a constant of the code; values go as parameters",
    "server/domain/customers/take-left-balance.ts":
      "a condition that is a constant of the code; values go as parameters",
    "server/domain/events/find-objects.ts":
      "tables and columns that are constants of the code; values go as parameters",
    "server/domain/privacy/carry-out-erasure.ts":
      "tables and columns of the inventory; values go as parameters",
    "server/domain/privacy/export-person.ts": "tables and columns of the inventory; values go as parameters",
    "server/domain/privacy/find-person.ts": "tables and columns of the inventory; values go as parameters",
    "server/domain/privacy/search-history.ts": "one of two tables; values go as parameters",
    "server/platform/database/named.ts": "the texts are constants of the code; values go as parameters",
    "server/platform/sorted-page.ts": "asc or desc, < or >, and one of three types",
  };

  it("is put together from strings in places that are known alone", { tags: ["long"] }, () => {
    const unsafe = /(query|execute)RawUnsafe|Prisma\.raw\b/;
    expect(sources((text) => unsafe.test(text))).toEqual(Object.keys(KNOWN).sort());
  });

  it.each<[string, string[]]>([
    ["customers.list", ["q"]],
    ["subscriptions.browse", ["q"]],
    ["waitlist.browse", ["q"]],
    ["usage.browse", ["q", "feature_key", "dimension"]],
    ["events.browse", ["type", "object_type"]],
    ["audit.browse", ["action", "actor", "object_type"]],
    ["search.all", ["q"]],
  ])("%s takes what a filter says as text", async (path, fields) => {
    const { procedure } = proceduresOf(appRouter).find(({ name }) => name === path) ?? {};
    // The bridge allows zod objects alone.
    const shape = Object.keys((procedure && (inputOf(procedure) as z.ZodObject | undefined))?.shape ?? {});
    expect(shape).toEqual(expect.arrayContaining(fields));
    for (const field of fields)
      for (const text of [
        "' or '1'='1",
        "'; select pg_sleep(9); --",
        "%",
        "_",
        "\\",
        "\\'",
        "$1",
        "*/ or 1=1 /*",
      ]) {
        const startedAt = performance.now();
        expect(await ask(path, { [field]: text })).toEqual([]);
        expect(performance.now() - startedAt).toBeLessThan(5_000);
      }
  });
});

describe("spreadsheets", () => {
  it("an export runs nothing that a stranger wrote", { tags: ["long"] }, async () => {
    const names = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", '="a",b =c', "＝1+1"];
    for (const name of names)
      await stage.browser.post("/v1/waitlist", {
        email: email(),
        name: name.trimStart(),
        metadata: { name },
      });
    const csv = (await stage.admin.get("/v1/waitlist/export")).body as string;
    const { parse } = await import("csv-parse/sync");
    const rows: string[][] = parse(csv);
    expect(rows).toHaveLength(names.length + 1);
    for (const cell of rows.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r＝＋－＠]/);
  });
});

describe("headers", () => {
  it("nothing that a caller names gets into a header of an answer", async () => {
    const customer = unique("customer");
    await start(stage, "pro", customer);
    const { data } = (await stage.admin.get("/v1/billing/invoices")).body;
    for (const path of [
      "/v1/waitlist/export",
      "/v1/audit/export/csv",
      ...data.map(({ id }: { id: string }) => `/v1/billing/invoices/${id}/pdf`),
    ]) {
      const { headers } = await stage.admin.get(path);
      expect(headers.get("content-disposition") ?? "").not.toMatch(/[\r\n]|customer/);
    }
    const echoed = await stage.admin.get("/v1/billing/usage", {
      "idempotency-key": "x",
      origin: "https://evil.example",
    });
    expect(echoed.status).toBe(403);
    expect([...echoed.headers].filter(([, value]) => value.includes("evil"))).toEqual([]);
  });
});

describe("addresses to go on to", () => {
  it.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "//evil.example",
    "/relative",
    "ftp://evil.example",
    "vbscript:x",
    " https://a.example\n",
    "https:evil",
    "\u0000https://a.example",
  ])("%j is none for the portal's way back, nor for a tenant's links", async (address) => {
    const customer = unique("customer");
    await start(stage, "free", customer);
    const portal = await stage.server.post("/v1/billing/portal-sessions", { customer, return_url: address });
    const saved = portal.status === 201;
    // What the URL parser mends by itself is an https address all the same.
    if (saved) expect(new URL(address).protocol).toMatch(/^https?:$/);
    else expect([portal.status, portal.body.code]).toEqual([400, "K1002"]);
    for (const field of ["website_url", "logo_url", "terms_url", "privacy_url"]) {
      const settings = await stage.admin.send("PATCH", "/v1/settings", { [field]: address });
      if (settings.status === 200) expect(new URL(settings.body[field]).protocol).toMatch(/^https?:$/);
      else expect(settings.status).toBe(400);
    }
  });
});

it("no code but server/vendor reads a field that a library keeps for itself", { tags: ["long"] }, () => {
  const reads = /__wb[g]_|__react\w*\$|_http[M]essage|Reflect\.get\(\w+, "_/;
  expect(sources((text) => reads.test(text)).filter((path) => !path.startsWith("server/vendor/"))).toEqual(
    [],
  );
});

it("no function's source text is sent to a browser: scripts are built from files", { tags: ["long"] }, () => {
  expect(sources((text) => /\(\$\{\w+(\.toString\(\))?\}\)\(/.test(text))).toEqual([]);
});

it("no page writes HTML that it did not make itself", () => {
  expect(sources((text) => text.includes("dangerouslySetInnerHTML"))).toEqual([
    "app/_pricing/structured-data.tsx",
  ]);
  // The price list for search engines is the content of a script: nothing in it may end the script.
  expect(readFileSync(join(ROOT, "app/_pricing/structured-data.tsx"), "utf8")).toMatch(/\\u003c/);
});
