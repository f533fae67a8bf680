import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { chooseLocale } from "../platform/locales.ts";
import { aCatalog } from "../testing/a-catalog.ts";
import { aTenant, type TestTenant } from "../testing/a-tenant.ts";
import { openWorld, type World } from "../testing/world.ts";
import { createApi } from "./api.ts";
import { createListener } from "./listen.ts";

let world: World;
let tenant: TestTenant;
let origin: string;
let path: string;
const server = createListener();

beforeAll(async () => {
  world = await openWorld();
  tenant = await aTenant(world);
  await aCatalog(tenant.scope, { features: {}, plans: [{ slug: "free", prices: [{ amount: 0 }] }] });
  const { slug } = await world.services.db.tenant.findUniqueOrThrow({ where: { id: tenant.id } });
  path = `/p/${slug}/pricing`;
  const pages = createApi(world.services, (_, response) => {
    response.writeHead(404).end("of Next");
  });
  server.on("request", pages);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A listening TCP server's address is an AddressInfo.
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await world.close();
});

const plain = (html: string) => html.replaceAll("&amp;", "&").replaceAll("&quot;", '"');

/** Shows a page, and what it was rendered from: its links to other languages carry the query that the server has read. */
async function render(address: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${origin}${address}`, { headers });
  const html = await answer.text();
  const link = plain(/<a href="([^"]*[?&;]lang=[^"]*)"/.exec(html)?.[1] ?? "");
  const [, lang, theme] = /<html lang="(\w+)" data-theme="(\w+)"/.exec(html) ?? [];
  return { html, query: queryOf(link), lang, theme, etag: answer.headers.get("etag"), answer };
}

/** Without the language, which a link to another one has as its own. */
const queryOf = (url: string) =>
  [...new URL(url, "http://usher.invalid").searchParams].filter(([name]) => name !== "lang");

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
  const before = await render(path);
  const other = await render(`${path}${search}`);
  expect(other.query).toEqual(queryOf(`${path}${search}`));
  const after = await render(path);
  expect([after.html, after.etag]).toEqual([before.html, before.etag]);
  expect(before.query).toEqual([]);
});

it("every visitor gets the price list of their own query, language and theme, whatever others ask for", {
  tags: ["long"],
}, async () => {
  const pieces = ["?", "&", "=", "#", "%3F", "%26", "%", "+", ";", "/", "lang", "product", "a", "1", "é"];
  const languages = fc.constantFrom("", "ja", "de;q=0.5, en", "JA");
  const cookies = fc.constantFrom(
    ["", undefined, "system"] as const,
    ["usher-lang=ja", "ja", "system"] as const,
    ["usher-theme=dark; usher-lang=de", "de", "dark"] as const,
    ["x=1; usher-theme=light", undefined, "light"] as const,
    ["usher-lang", undefined, "system"] as const,
  );
  const search = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((some) => `?${some.join("")}`);
  await fc.assert(
    fc.asyncProperty(search, languages, cookies, async (asked, language, [cookie, chosen, theme]) => {
      const page = await render(`${path}${asked}`, {
        "accept-language": language || "*",
        ...(cookie && { cookie }),
      });
      const lang = new URL(`${path}${asked}`, "http://usher.invalid").searchParams.get("lang");
      expect(page.query).toEqual(queryOf(`${path}${asked}`));
      expect(page.lang).toBe(chooseLocale(lang, chosen, language || "*"));
      expect(page.theme).toBe(theme);
    }),
    { numRuns: 200 },
  );
});

it("what a visitor's other headers say is no part of a cached page", async () => {
  const before = await render(`${path}?kept=1`);
  const page = await render(`${path}?kept=1`, {
    "x-forwarded-host": "evil.example",
    "x-forwarded-proto": "https",
    rsc: "1",
    "next-action": "x",
    cookie: "session=secret",
    "user-agent": "evil",
  });
  expect([page.etag, page.html]).toEqual([before.etag, before.html]);
  expect(page.etag).not.toBeNull();
  expect(page.html).toContain(`"og:url" content="${world.services.baseUrl}${path}"`);
});

it("a price list carries the same headers whether it is rendered, cached, or known to the browser already", async () => {
  const headersOf = async (search: string, known?: string) => {
    const headers = { "accept-encoding": "identity", ...(known && { "if-none-match": known }) };
    const answer = await fetch(`${origin}${path}${search}`, { headers });
    const { date: _date, ...rest } = Object.fromEntries(answer.headers);
    return { status: answer.status, size: (await answer.text()).length, headers: rest };
  };
  const rendered = await headersOf("?seen=1");
  const cached = await headersOf("?seen=1");
  expect(cached).toEqual(rendered);
  expect(rendered.headers["content-security-policy"]).toContain(
    "default-src 'self'; script-src 'self'; style-src 'self';",
  );
  const { etag = "", "content-type": _type, "content-length": _length, ...policy } = rendered.headers;
  const known = await headersOf("?seen=1", etag);
  expect([known.status, known.size]).toEqual([304, 0]);
  expect(known.headers).toEqual({ ...policy, etag });
  // "*" is known, too, also before the page was first rendered.
  const first = await headersOf("?seen=2", "*");
  expect(first.status).toBe(304);
  expect(first.headers["content-security-policy"]).toBe(rendered.headers["content-security-policy"]);
});

it("a price list is another version once the catalog, the tenant or the language changes", async () => {
  const versions = [await render(path)];
  await aCatalog(tenant.scope, { features: {}, plans: [{ slug: "more", prices: [{ amount: 900 }] }] });
  await expect.poll(async () => (await render(path)).html).toContain("$9");
  versions.push(await render(path));
  await world.services.db.tenant.update({ where: { id: tenant.id }, data: { name: "A & <b>Globex</b>" } });
  versions.push(await render(path), await render(path, { "accept-language": "de" }));
  expect(new Set(versions.map(({ etag }) => etag)).size).toBe(4);
  expect(versions[2]?.html).toContain("A &amp; &lt;b&gt;Globex&lt;/b&gt;");
  expect(versions[2]?.html).not.toContain("<b>");
});

it("a page is packed for those who take gzip, and as it is for the others", async () => {
  const { html } = await render(path, { "accept-encoding": "identity" });
  const packed = await fetch(`${origin}${path}`, { headers: { "accept-encoding": "br, gzip" } });
  expect([packed.headers.get("content-encoding"), await packed.text()]).toEqual(["gzip", html]);
  const refused = await fetch(`${origin}${path}`, { headers: { "accept-encoding": "gzip;q=0, identity" } });
  expect([refused.headers.get("content-encoding"), await refused.text()]).toEqual([null, html]);
  const head = await fetch(`${origin}${path}`, {
    method: "HEAD",
    headers: { "accept-encoding": "identity" },
  });
  expect([head.status, head.headers.get("content-length")]).toEqual([200, String(Buffer.byteLength(html))]);
});

it("a page's stylesheet is named by its content and cached for a year", async () => {
  const { html } = await render(path);
  const address = /<link rel="stylesheet" href="([^"]+)"/.exec(html)?.[1] ?? "";
  const answer = await fetch(`${origin}${address}`);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/css; charset=utf-8"]);
  expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000");
  const css = await answer.text();
  for (const name of [".rounded-xl", ".group-has-", "prefers-reduced-motion", "[data-theme="])
    expect(css).toContain(name);
});

it("a chosen language is stored in a cookie, and that answer nowhere else", async () => {
  const { answer, lang, etag } = await render(`${path}?lang=fr`);
  expect([lang, etag, answer.headers.get("cache-control")]).toEqual(["fr", null, "no-store"]);
  expect(answer.headers.get("set-cookie")).toMatch(/^usher-lang=fr; Path=\/; Max-Age=\d+; SameSite=Lax$/);
});

it("what has no such page is left to Next", async () => {
  for (const other of ["/p/nobody/pricing", `${path}/x`, `${path}x`])
    expect(await (await fetch(`${origin}${other}`)).text()).toBe("of Next");
});

it("a price list takes no form, and the refusal names the methods that it has", async () => {
  const sent = await fetch(`${origin}${path}`, { method: "POST", body: new URLSearchParams({ email: "a" }) });
  expect([sent.status, sent.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  expect((await sent.json()).code).toBe("K1007");
});

/** Posts the waitlist's form as a browser does. */
async function join(fields: Record<string, string>, { headers = {}, multipart = false } = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const body = multipart ? form : new URLSearchParams(fields);
  const answer = await fetch(`${origin}${path.replace("pricing", "waitlist")}`, {
    method: "POST",
    headers,
    body,
  });
  return { status: answer.status, html: await answer.text(), headers: answer.headers };
}

it.each([false, true])("a posted form joins the waitlist (multipart: %s)", async (multipart) => {
  const email = `ada-${multipart}@people.example`;
  const answer = await join({ email: ` ${email} `, name: "", ref: "" }, { multipart });
  expect([answer.status, answer.headers.get("cache-control"), answer.headers.get("etag")]).toEqual([
    200,
    "no-store",
    null,
  ]);
  expect(answer.html).toContain(`We will write to ${email}`);
  expect(answer.html).not.toContain("<form");
  const entry = await world.services.db.waitlistEntry.findFirst({ where: { tenantId: tenant.id, email } });
  expect(entry?.status).toBe("PENDING");
});

it("a refused form is shown again with what was typed, in the visitor's language", async () => {
  const typed = `"><script>alert(1)</script>`;
  const answer = await join({ email: typed, name: "Ada" }, { headers: { "accept-language": "de" } });
  expect(answer.status).toBe(200);
  expect(answer.html).toContain("Bitte prüfen Sie Ihre Eingaben.");
  expect(answer.html).toContain(`value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"`);
  expect(answer.html).toContain('value="Ada"');
  expect(answer.html).not.toContain("<script");
});

it("a form that another site sends joins nothing", async () => {
  const email = "thief@people.example";
  const answer = await join({ email }, { headers: { origin: "https://evil.example" } });
  expect([answer.status, JSON.parse(answer.html).code]).toEqual([403, "K2015"]);
  expect(await world.services.db.waitlistEntry.count({ where: { tenantId: tenant.id, email } })).toBe(0);
});

it.each(["application/json", "text/plain", "multipart/form-data"])(
  "a body of type %s, which is no form, is refused and joins nothing",
  async (type) => {
    const email = "no-form@people.example";
    const answer = await join({ email }, { headers: { "content-type": type } });
    expect([answer.status, JSON.parse(answer.html).code]).toEqual([415, "K1005"]);
    expect(await world.services.db.waitlistEntry.count({ where: { tenantId: tenant.id, email } })).toBe(0);
  },
);
