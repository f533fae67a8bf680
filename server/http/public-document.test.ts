import { readdirSync, readFileSync } from "node:fs";
import { get } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { Script } from "node:vm";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aTenant } from "../testing/a-tenant.ts";
import { openWorld, type World } from "../testing/world.ts";
import { isPublicFile } from "./public-files.ts";

const ROOT = join(import.meta.dirname, "..", "..");

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe("the OpenAPI document", () => {
  const url = () => `${world.baseUrl}/openapi.json`;

  it("is not sent again to a client that has it", async () => {
    const first = await fetch(url());
    const etag = first.headers.get("etag") ?? "";
    expect(etag).not.toBe("");
    expect(first.headers.get("cache-control")).toBe("public, max-age=300");
    for (const known of [etag, etag.replace("W/", ""), `"other", ${etag}`, "*"]) {
      const again = await fetch(url(), { headers: { "if-none-match": known } });
      expect([known, again.status, await again.text()]).toEqual([known, 304, ""]);
    }
    const other = await fetch(url(), { headers: { "if-none-match": '"other"' } });
    expect([other.status, (await other.text()).length > 100_000]).toEqual([200, true]);
  });

  it("may be read by pages of any origin", async () => {
    const answer = await fetch(url(), { headers: { origin: "https://any.example" } });
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
    expect((await answer.json()).openapi).toMatch(/^3\./);
  });

  it("is packed for clients that take it packed", { tags: ["long"] }, async () => {
    const plain = await fetch(url(), { headers: { "accept-encoding": "identity" } });
    const text = await plain.text();
    expect([plain.headers.get("content-encoding"), plain.headers.get("vary")]).toEqual([
      null,
      "accept-encoding",
    ]);
    for (const [accepts, named, unpack] of [
      ["gzip, br", "br", brotliDecompressSync],
      ["gzip", "gzip", gunzipSync],
      ["br;q=0, gzip", "gzip", gunzipSync],
    ] as const) {
      const bytes = await packedBy(accepts);
      expect([accepts, bytes.encoding]).toEqual([accepts, named]);
      expect(bytes.body.length).toBeLessThan(text.length / 5);
      expect(unpack(bytes.body).toString("utf8")).toBe(text);
    }
  });
});

describe("the files of public/", () => {
  it.each([
    ["/favicon.ico", "image/x-icon", 86_400],
    ["/icon.svg", "image/svg+xml", 86_400],
    ["/icon.png", "image/png", 86_400],
    ["/apple-touch-icon.png", "image/png", 86_400],
    ["/og.png", "image/png", 86_400],
    ["/robots.txt", "text/plain; charset=utf-8", 300],
  ])("%s is %s, cached for %i seconds", async (path, type, seconds) => {
    const answer = await fetch(`${world.baseUrl}${path}`, { headers: { "accept-encoding": "br" } });
    const body = Buffer.from(await answer.arrayBuffer());
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe(type);
    expect(answer.headers.get("cache-control")).toBe(`public, max-age=${seconds}`);
    expect(answer.headers.get("content-encoding")).toBeNull();
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(body.equals(readFileSync(join(ROOT, "public", path)))).toBe(true);
  });

  it.each(["/embed.js", "/pricing.js"])("%s is a script, cached for five minutes", async (path) => {
    const answer = await fetch(`${world.baseUrl}${path}`);
    expect(answer.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(answer.headers.get("cache-control")).toBe("public, max-age=300");
    expect(answer.headers.get("etag")).toMatch(/^W\/"/);
    // A classic script that parses, and says nothing of this installation: copies are alike.
    const text = await answer.text();
    expect(() => new Script(text)).not.toThrow();
    expect(text).not.toContain(new URL(world.baseUrl).host);
  });

  it("embed.js is packed for clients that take it packed", async () => {
    const answer = await fetch(`${world.baseUrl}/embed.js`, { headers: { "accept-encoding": "br" } });
    expect(answer.headers.get("content-encoding")).toBe("br");
    expect(Number(answer.headers.get("content-length"))).toBeLessThan(1_400);
  });

  it("are all served", () => {
    const files = readdirSync(join(ROOT, "public")).map((name) => `/${name}`);
    expect(files.filter((path) => !isPublicFile(path))).toEqual([]);
  });

  it("have pictures of the sizes that pages name", async () => {
    for (const [path, width, height] of [
      ["/icon.png", 512, 512],
      ["/apple-touch-icon.png", 180, 180],
      ["/og.png", 1200, 630],
    ] as const) {
      const png = Buffer.from(await (await fetch(`${world.baseUrl}${path}`)).arrayBuffer());
      expect([path, png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([path, width, height]);
    }
  });
});

describe("an answer that tells a client that its copy is current", () => {
  it.each([
    "/openapi.json",
    "/embed.js",
    "/pricing.js",
    "/favicon.ico",
    "/robots.txt",
    "/.well-known/oauth-authorization-server",
    "/.well-known/jwks.json",
    "/v1/pricing",
  ])("carries the headers of the whole answer, besides those of its body: %s", async (path) => {
    const own = await aTenant(world);
    const ask = (known: Record<string, string>) =>
      fetch(`${world.baseUrl}${path}`, { headers: { "x-app-id": own.browserAppId, ...known } });
    const whole = await ask({});
    const current = await ask({ "if-none-match": whole.headers.get("etag") ?? "" });
    expect([whole.status, current.status]).toEqual([200, 304]);
    expect(constant(current)).toEqual(constant(whole));
  });
});

/** Headers that do not describe the body, nor change with each request. */
function constant({ headers }: Response): [string, string][] {
  const varying = /^(date|x-request-id|ratelimit-.*|content-(type|length|encoding)|transfer-encoding)$/;
  return [...headers].filter(([name]) => !varying.test(name));
}

describe("a method that no page takes", () => {
  it("is answered where it asks about the whole server", async () => {
    const [status, allow] = await talk("OPTIONS *");
    expect([status, allow]).toEqual([204, "GET, HEAD, POST, OPTIONS"]);
  });

  it.each([
    ["TRACE /", "GET, HEAD, POST, OPTIONS"],
    ["TRACE /sign-in", "GET, HEAD, POST, OPTIONS"],
    ["PROPFIND /", "GET, HEAD, POST, OPTIONS"],
    ["DELETE /p/a/waitlist", "GET, HEAD, POST, OPTIONS"],
    ["DELETE /p/a/pricing", "GET, HEAD, OPTIONS"],
    ["TRACE /openapi.json", "GET, HEAD, OPTIONS"],
    ["POST /openapi.json", "GET, HEAD, OPTIONS"],
    ["POST /.well-known/jwks.json", "GET, HEAD, OPTIONS"],
    ["PUT /embed.js", "GET, HEAD, OPTIONS"],
    ["POST /robots.txt", "GET, HEAD, OPTIONS"],
    ["POST /_next/static/x.js", "GET, HEAD, OPTIONS"],
    ["TRACE /healthz", "GET, HEAD, OPTIONS"],
    ["POST /readyz", "GET, HEAD, OPTIONS"],
    ["GET /webhooks/cardprovider/ten_x", "POST, OPTIONS"],
    ["HEAD /invoices/abcdefghijklmnopqrstuvwxyz", "GET, OPTIONS"],
  ])("%s is 405, and what is allowed is what OPTIONS says", async (line, allowed) => {
    expect(await talk(line)).toEqual([405, allowed]);
    expect(await talk(`OPTIONS ${line.split(" ")[1]}`)).toEqual([204, allowed]);
  });

  it("is refused at an address for the whole server by any name but OPTIONS", async () => {
    expect((await talk("GET *"))[0]).toBe(400);
    expect((await talk("TRACE *"))[0]).toBe(405);
  });
});

describe("an answer that an allowed origin may read", () => {
  it("still says that it varies by the application", async () => {
    const origin = "https://app.example.com";
    const own = await aTenant(world, { browserOrigins: [origin] });
    const client = own.browser.with({ origin });
    const first = await client.get("/v1/pricing");
    const again = await client.get("/v1/pricing", { "if-none-match": first.headers.get("etag") ?? "" });
    expect([first.status, again.status]).toEqual([200, 304]);
    for (const { headers } of [first, again]) expect(headers.get("vary")).toBe("x-app-id, origin");
  });
});

/** The document as it comes over the wire; fetch would unpack it. */
function packedBy(accepts: string): Promise<{ encoding: string | undefined; body: Buffer }> {
  return new Promise((resolve, reject) => {
    get(`${world.baseUrl}/openapi.json`, { headers: { "accept-encoding": accepts } }, async (answer) =>
      resolve({ encoding: answer.headers["content-encoding"], body: await buffer(answer) }),
    ).on("error", reject);
  });
}

/** Sends a request without a body and answers status and Allow. */
function talk(line: string): Promise<[number, string | null]> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(world.baseUrl).port), "127.0.0.1");
    let text = "";
    socket.on("data", (data) => {
      text += data.toString("latin1");
    });
    socket.on("error", reject);
    socket.on("close", () =>
      resolve([Number(text.slice(9, 12)), /^allow: (.*)\r$/im.exec(text)?.[1] ?? null]),
    );
    socket.write(`${line} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
  });
}
