// @module-tag ci
import type { APIRequestContext, APIResponse } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

// The doors that Next serves, by requests without a page: what other sites, forged headers and spoilt fields get out of them.

const EVIL = "https://evil.example";
const NAUGHTY = [
  "\u0000",
  "%00",
  "\ud83d",
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "javascript:alert(1)",
  "__proto__",
  "../../etc/passwd",
  "' or 1=1 --",
  "9".repeat(400),
  "x".repeat(3_000),
  "\u202e\u{1f4a9}".repeat(100),
];

/** Characters as a query can hold them, halves of pairs as UTF-8 would write them if it could. */
const encode = (text: string) => (text.isWellFormed() ? encodeURIComponent(text) : "%ED%A0%BD");

const headerOf = (answer: APIResponse, name: string) => answer.headers()[name] ?? "";

function sources(policy: string, directive: string): string {
  return policy.split("; ").find((one) => one.startsWith(`${directive} `)) ?? "";
}

/** Public documents, which pages of any origin may read. */
const FOR_EVERY_PAGE = new Set([
  "/openapi.json",
  "/embed.js",
  "/pricing.js",
  "/.well-known/jwks.json",
  "/.well-known/oauth-authorization-server",
]);

test("every kind of answer says what browsers may do with it", async ({ request, memberRequest, demo }) => {
  const app = { "x-app-id": demo.app_id };
  const answers: [string, APIResponse][] = [];
  for (const path of [
    "/sign-in",
    "/p/northwind/pricing",
    "/p/northwind/waitlist",
    "/p/northwind/register",
    "/p/unknown/pricing",
    "/portal?token=x",
    "/embed/card?app=x&origin=x",
    "/nowhere",
    "/api/auth/session",
    "/api/auth/callback/credentials",
    "/api/trpc/settings.get",
    "/healthz",
    "/readyz",
    "/openapi.json",
    "/embed.js",
    "/.well-known/jwks.json",
    "/invoices/xxxxxxxxxxxxxxxxxxxxxxxx",
    "/_next/static/nothing.js",
  ])
    answers.push([path, await request.get(path, { maxRedirects: 0 })]);
  answers.push(["/v1/pricing", await request.get("/v1/pricing", { headers: app })]);
  answers.push(["/v1/nowhere", await request.get("/v1/nowhere")]);
  answers.push(["/webhooks/x", await request.post("/webhooks/cardprovider/ten_x", { data: {} })]);
  answers.push(["/", await memberRequest.get("/")]);
  for (const [path, answer] of answers) {
    expect(answer.status(), path).toBeLessThan(500);
    expect([path, headerOf(answer, "x-content-type-options")]).toEqual([path, "nosniff"]);
    expect([path, headerOf(answer, "referrer-policy")], path).not.toEqual([path, ""]);
    const policy = headerOf(answer, "content-security-policy");
    expect([path, policy.includes("frame-ancestors")]).toEqual([path, true]);
    expect(sources(policy, "script-src"), path).not.toMatch(/unsafe-inline|unsafe-eval/);
    expect(sources(policy, "style-src"), path).not.toMatch(/unsafe-inline/);
    expect(headerOf(answer, "x-powered-by"), path).toBe("");
    expect(headerOf(answer, "access-control-allow-credentials"), path).toBe("");
    const readers = FOR_EVERY_PAGE.has(path) ? "*" : "";
    expect(headerOf(answer, "access-control-allow-origin"), path).toBe(readers);
  }
  const page = answers.find(([path]) => path === "/")?.[1];
  expect(page && headerOf(page, "permissions-policy")).toContain("camera=()");
  expect(page && headerOf(page, "cross-origin-opener-policy")).toBe("same-origin");
  expect(page && headerOf(page, "cache-control")).toMatch(/no-store|private/);
});

test("cookies are kept from scripts and from other sites", async ({ memberRequest, request }) => {
  const { cookies } = await memberRequest.storageState();
  const session = cookies.find(({ name }) => name.includes("session-token"));
  expect(session).toMatchObject({ httpOnly: true, sameSite: "Lax" });
  // What a request says of the way it came changes nothing: the installation's own address decides.
  const forwarded = await request.get("/api/auth/csrf", { headers: { "x-forwarded-proto": "https" } });
  for (const cookie of headerOf(forwarded, "set-cookie")
    .split("\n")
    .filter((line) => line !== ""))
    expect(cookie).toMatch(/HttpOnly.*SameSite=Lax|SameSite=Lax.*HttpOnly/i);
  expect(headerOf(forwarded, "set-cookie")).not.toMatch(/__Secure-|__Host-|; Secure/i);
});

test("forms and actions that cannot be read are refused as the client's fault", async ({ request }) => {
  const page = await (await request.get("/p/northwind/register")).text();
  const action = /&quot;id&quot;:&quot;([0-9a-f]+)&quot;/.exec(page)?.[1] ?? "";
  expect(action).not.toBe("");
  const part = (head: string, body: string) => `--b\r\nContent-Disposition${head}\r\n\r\n${body}\r\n`;
  const form = (...parts: string[]) => `${parts.join("")}--b--\r\n`;
  const multipart = "multipart/form-data; boundary=b";
  const text = "text/plain;charset=UTF-8";
  const spoilt: [type: string, body: string, headers?: Record<string, string>][] = [
    ["multipart/form-data", "x"],
    [multipart, form(part(" form-data", "x"))],
    [multipart, part(': form-data; name="a"', "x").slice(0, -2)],
    [
      multipart,
      form(part(': form-data; name="$ACTION_REF_1"', ""), part(': form-data; name="$ACTION_1:0"', "{")),
    ],
    [multipart, form(part(': form-data; name="0"', '["$h1"]')), { "next-action": action }],
    ["application/json", "{"],
    ["application/json", ""],
    ...['["$h1"]', "nonsense", "", "5", '["$Q1"]', '["northwind",{},5]', '[{},{},"$K1"]', "[]"].map(
      (body): [string, string, Record<string, string>] => [text, body, { "next-action": action }],
    ),
  ];
  spoilt.push([text, "[]", { "next-action": "0".repeat(action.length) }]);
  const bytes = { "content-type": text, "next-action": action };
  expect(
    (await request.post("/p/northwind/register", { data: '["nobody",{},"$K1"]', headers: bytes })).status(),
  ).toBeLessThan(500);
  for (const path of ["/p/northwind/register", "/sign-in", "/docs", "/api/auth/callback/credentials"])
    for (const [type, body, headers] of spoilt) {
      const answer = await request.post(path, {
        data: Buffer.from(body),
        headers: { "content-type": type, ...headers },
      });
      const shown = `${path} ${type} ${body}: ${answer.status()} ${(await answer.text()).slice(0, 200)}`;
      expect(answer.status(), shown).toBeLessThan(500);
      if (path.startsWith("/p/") && body !== "")
        expect((await answer.json()).code, shown).toMatch(/^K10(01|10)$/);
    }
});

test.describe("another site", () => {
  const write = { data: { name: "Taken over" } };

  test("neither reads nor writes with a member's cookie", async ({ memberRequest, page: _ }) => {
    const answers = await Promise.all([
      memberRequest.post("/api/trpc/settings.update", {
        ...write,
        headers: { "sec-fetch-site": "cross-site" },
      }),
      memberRequest.post("/api/trpc/settings.update", {
        ...write,
        headers: { "sec-fetch-site": "same-site" },
      }),
      memberRequest.post("/api/trpc/settings.update", { ...write, headers: { origin: EVIL } }),
      memberRequest.post("/api/trpc/settings.update", { ...write, headers: { origin: "null" } }),
      memberRequest.get("/api/trpc/settings.get?input=%7B%7D", { headers: { origin: EVIL } }),
    ]);
    for (const answer of answers) {
      expect(answer.status()).toBe(403);
      expect((await answer.json()).error.data.error.code).toBe("K2015");
    }
  });

  test("cannot dress a write up as a link or a plain form", async ({ memberRequest }) => {
    const asLink = await memberRequest.get("/api/trpc/settings.update?input=%7B%22name%22%3A%22x%22%7D");
    expect([asLink.status(), (await asLink.json()).error.data.error.code]).toEqual([405, "K1007"]);
    for (const type of ["text/plain", "application/x-www-form-urlencoded"]) {
      const asForm = await memberRequest.post("/api/trpc/settings.update", {
        data: '{"name":"x"}',
        headers: { "content-type": type },
      });
      expect([asForm.status(), (await asForm.json()).error.data.error.code]).toEqual([415, "K1005"]);
    }
  });

  test("signs no member in or out, and no sign-in redirects to it", async ({ request, demo }) => {
    const form = { email: demo.admin_email, password: demo.admin_password, callbackUrl: EVIL, json: "true" };
    const blind = await request.post("/api/auth/callback/credentials", { form, maxRedirects: 0 });
    expect(headerOf(blind, "set-cookie")).not.toContain("session-token");
    const { csrfToken } = await (await request.get("/api/auth/csrf")).json();
    const rightly = await request.post("/api/auth/callback/credentials", {
      form: { ...form, csrfToken },
      maxRedirects: 0,
    });
    expect((await rightly.json()).url).not.toContain("evil");
    const out = await request.post("/api/auth/signout", { form: { callbackUrl: EVIL }, maxRedirects: 0 });
    expect(headerOf(out, "set-cookie")).not.toMatch(/session-token=;/);
  });

  test("does not send a public page's form", async ({ request }) => {
    const { fields } = await formOf(request, "/p/northwind/waitlist");
    const sent = await request.post("/p/northwind/waitlist", {
      multipart: { ...fields, email: "thief@example.com" },
      headers: { origin: EVIL },
    });
    expect([sent.status(), (await sent.json()).code]).toEqual([403, "K2015"]);
  });
});

/** Each is a request that says it came by another address than ours. */
const FORGERIES: Record<string, string>[] = [
  { host: "evil.example" },
  { "x-forwarded-host": "evil.example" },
  { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" },
  { forwarded: "host=evil.example;proto=https" },
];

test("a forged host changes no link or redirect", async ({ request }) => {
  for (const headers of FORGERIES)
    for (const path of [
      "/sign-in",
      "/p/northwind/pricing",
      "/portal?token=x",
      "/p/northwind/reset-password",
    ]) {
      const answer = await request.get(path, { headers, maxRedirects: 0 });
      expect(answer.status(), path).toBeLessThan(500);
      expect(headerOf(answer, "location"), path).not.toContain("evil");
      expect(await answer.text(), path).not.toContain("evil.example");
    }
});

test("next-auth builds its addresses from the installation's own", async ({ request, baseURL }) => {
  const { origin } = new URL(baseURL ?? "");
  for (const headers of FORGERIES)
    for (const path of ["/api/auth/providers", "/api/auth/csrf", "/api/auth/signin", "/api/auth/error"]) {
      const answer = await request.get(path, { headers, maxRedirects: 0 });
      const text = await answer.text();
      const said = [headerOf(answer, "location"), headerOf(answer, "set-cookie"), text];
      expect(said.join(" "), path).not.toContain("evil");
      if (path === "/api/auth/providers")
        expect(JSON.parse(text).credentials.callbackUrl).toBe(`${origin}/api/auth/callback/credentials`);
    }
});

test("a method that no page takes is refused without a fault", async ({ request }) => {
  // TRACE is one that fetch() forbids, so that Next would throw; see also server/http/public-document.test.ts.
  const allowedOf = {
    "/sign-in": "GET, HEAD, POST, OPTIONS",
    "/api/auth/signin": "GET, POST, OPTIONS",
    "/api/auth/session": "GET, OPTIONS",
    "/p/northwind/pricing": "GET, HEAD, OPTIONS",
    "/portal": "GET, HEAD, OPTIONS",
    "/docs/quickstart": "GET, HEAD, OPTIONS",
    "/_next/x": "GET, HEAD, OPTIONS",
  };
  const never = ["TRACE", "PROPFIND", "DELETE", "PUT"];
  for (const [path, allowed] of Object.entries(allowedOf))
    for (const method of allowed.includes("POST") ? never : [...never, "POST"]) {
      const answer = await request.fetch(path, { method, maxRedirects: 0 });
      expect([method, path, answer.status()]).toEqual([method, path, 405]);
      expect(headerOf(answer, "allow"), path).toBe(allowed);
    }
});

test("whatever is in a page's address, it is a page or a refusal", { tag: "@long" }, async ({ request }) => {
  const pages = [
    ["/p/northwind/pricing", ["lang", "theme", "interval", "currency"]],
    ["/p/northwind/waitlist", ["ref", "lang"]],
    ["/p/northwind/waitlist-position", ["code", "ref"]],
    ["/p/northwind/accept-invitation", ["token"]],
    ["/p/northwind/redeem", ["code"]],
    ["/p/northwind/reset-password", ["token"]],
    ["/p/northwind/verify-email", ["token"]],
    ["/p/northwind/checkout", ["price", "steps.events"]],
    ["/embed/card", ["app", "origin", "look"]],
    ["/embed/pricing", ["app", "origin"]],
    ["/portal", ["token"]],
    ["/sign-in", ["error", "callbackUrl", "next"]],
    ["/join", ["token"]],
  ] as const;
  for (const [path, names] of pages)
    for (const text of NAUGHTY) {
      const query = names.map((name) => `${name}=${encode(text)}`).join("&");
      const answer = await request.get(`${path}?${query}&__proto__=1`, { maxRedirects: 0 });
      expect(answer.status(), `${path}?${query}`).toBeLessThan(500);
      expect(headerOf(answer, "content-security-policy"), `${path}?${query}`).toContain("frame-ancestors");
      expect(await answer.text(), path).not.toContain("<script>alert(1)</script>");
      expect(headerOf(answer, "location"), path).not.toMatch(/^javascript|alert/);
    }
  for (const slug of NAUGHTY.filter((text) => text.length < 500)) {
    const answer = await request.get(`/p/${encode(slug)}/pricing`, { maxRedirects: 0 });
    expect(answer.status(), slug).toBeLessThan(500);
  }
});

test("whatever a form of a public page is sent, it is answered", async ({ request }) => {
  for (const path of ["/p/northwind/waitlist", "/p/northwind/register", "/p/northwind/reset-password"]) {
    const { fields, names } = await formOf(request, path);
    for (const text of NAUGHTY.slice(0, 6)) {
      const typed = Object.fromEntries(names.map((name) => [name, text.replace("\ud83d", "\ufffd")]));
      const answer = await request.post(path, { multipart: { ...fields, ...typed } });
      expect(answer.status(), `${path} ${text}`).toBeLessThan(500);
      expect(await answer.text(), path).not.toContain("<script>alert(1)</script>");
    }
  }
});

/** What the form of a page carries by itself, and the names of what is typed in. */
async function formOf(request: APIRequestContext, path: string) {
  const html = await (await request.get(path)).text();
  const form = /<form[\s\S]*?<\/form>/.exec(html)?.[0] ?? "";
  const fields: Record<string, string> = {};
  const names: string[] = [];
  for (const [input] of form.matchAll(/<input[^>]*>/g)) {
    const name = /name="([^"]*)"/.exec(input)?.[1];
    const value = (/value="([^"]*)"/.exec(input)?.[1] ?? "")
      .replaceAll("&quot;", '"')
      .replaceAll("&amp;", "&");
    if (name === undefined) continue;
    if (/type="hidden"/.test(input)) fields[name] = value;
    else names.push(name);
  }
  expect(names.length, path).toBeGreaterThan(0);
  return { fields, names };
}
