import type { IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { aCatalog } from "../testing/a-catalog.ts";
import { aTenant } from "../testing/a-tenant.ts";
import { openWorld, type World } from "../testing/world.ts";
import { createApi } from "./api.ts";
import { createListener } from "./listen.ts";

let world: World;
let origin: string;
let path: string;
const server = createListener();

beforeAll(async () => {
  world = await openWorld();
  const tenant = await aTenant(world);
  await aCatalog(tenant.scope, { features: {}, plans: [{ slug: "free", prices: [{ amount: 0 }] }] });
  const { slug } = await world.services.db.tenant.findUniqueOrThrow({ where: { id: tenant.id } });
  path = `/p/${slug}/pricing`;
  // A page that shows all its inputs: it reveals when a visitor gets what another visitor's request has rendered.
  const api = createApi(world.services, ({ url, headers }, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.setHeader("content-security-policy", "default-src 'self'; script-src 'nonce-x'");
    response.end(`${JSON.stringify({ url, headers }).replaceAll("<", "\\u003c")}</body>`);
  });
  server.on("request", api);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A listening TCP server's address is an AddressInfo.
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await world.close();
});

async function render(search: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${origin}${path}${search}`, { headers });
  const text = await answer.text();
  const page = JSON.parse(text.slice(0, text.indexOf("<"))) as { url: string; headers: IncomingHttpHeaders };
  return { ...page, isKept: answer.headers.get("etag") !== null };
}

const queryOf = (url: string) => [...new URL(url, "http://usher.invalid").searchParams];

it.each([
  "??&lang=ja&product=nosuch",
  "???lang=ja",
  "?&?lang=ja",
  "?product=a?product=b",
  "?%3F&lang=ja",
  "?a#lang=ja",
  "?product=a&product=b",
  "?+=x",
])("a price list asked for with %s does not change that of other visitors", async (search) => {
  const before = await render("");
  const other = await render(search);
  expect(queryOf(other.url)).toEqual(queryOf(`${path}${search}`));
  expect(await render("")).toEqual(before);
  expect(queryOf(before.url)).toEqual([]);
});

it("every visitor gets the price list of their own query, language and choices, whatever others ask for", async () => {
  const piece = fc.constantFrom(
    "?",
    "&",
    "=",
    "#",
    "%3F",
    "%26",
    "%",
    "+",
    ";",
    "/",
    "lang",
    "product",
    "a",
    "1",
    "é",
  );
  const languages = fc.constantFrom("", "ja", "de;q=0.5, en", "JA");
  const cookies = fc.constantFrom(
    "",
    "usher-lang=ja",
    "usher-theme=dark; usher-lang=de",
    "x=1;\tusher-lang=ja",
    "usher-lang",
  );
  const search = fc.array(piece, { maxLength: 8 }).map((pieces) => `?${pieces.join("")}`);
  await fc.assert(
    fc.asyncProperty(search, languages, cookies, async (asked, language, cookie) => {
      const page = await render(asked, {
        ...(language && { "accept-language": language }),
        ...(cookie && { cookie }),
      });
      expect(queryOf(page.url)).toEqual(queryOf(`${path}${asked}`));
      if (!page.isKept) return;
      // fetch itself says "*" where the test says nothing.
      expect(page.headers["accept-language"]).toBe(language || "*");
      const chosen = cookie.split(/;\s*/).filter((one) => one.includes("="));
      expect((page.headers.cookie ?? "").split("; ").filter(Boolean)).toEqual(
        chosen.filter((one) => one.startsWith("usher-")),
      );
    }),
    { numRuns: 300 },
  );
});

it("what a visitor's other headers say has no say in what is kept", async () => {
  const page = await render("?kept=1", {
    "x-forwarded-host": "evil.example",
    "x-forwarded-proto": "https",
    "x-middleware-subrequest": "proxy",
    "next-action": "x",
    cookie: "session=secret",
    "user-agent": "evil",
  });
  expect(page.isKept).toBe(true);
  expect(Object.keys(page.headers).sort()).toEqual(["accept", "accept-language", "host", "x-usher-address"]);
  expect(page.headers.host).toBe(new URL(world.services.baseUrl).host);
});

it("a price list carries the same headers whether it is rendered, kept, or known to the browser already", async () => {
  const headersOf = async (search: string, known?: string) => {
    const headers = { "accept-encoding": "identity", ...(known && { "if-none-match": known }) };
    const answer = await fetch(`${origin}${path}${search}`, { headers });
    const { date: _date, ...rest } = Object.fromEntries(answer.headers);
    return { status: answer.status, size: (await answer.text()).length, headers: rest };
  };
  const rendered = await headersOf("?seen=1");
  const kept = await headersOf("?seen=1");
  expect(kept).toEqual(rendered);
  expect(rendered.headers["content-security-policy"]).toContain("default-src 'self'; script-src 'self'");
  const { etag = "", "content-type": _type, "content-length": _length, ...policy } = rendered.headers;
  const known = await headersOf("?seen=1", etag);
  expect([known.status, known.size]).toEqual([304, 0]);
  expect(known.headers).toEqual({ ...policy, etag });
  // "*" is known, too, also before the page was first rendered.
  const first = await headersOf("?seen=2", "*");
  expect(first.status).toBe(304);
  expect(first.headers["content-security-policy"]).toBe(rendered.headers["content-security-policy"]);
});
