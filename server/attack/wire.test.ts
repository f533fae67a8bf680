// @module-tag ci
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aTenant, type TestTenant } from "../testing/a-tenant.ts";
import { openWorld, type World } from "../testing/world.ts";

// What is wrong with a request beneath its fields, byte by byte.

let world: World;
let tenant: TestTenant;

beforeAll(async () => {
  world = await openWorld();
  tenant = await aTenant(world);
});
afterAll(() => world.close());

/** Sends bytes and answers everything that comes back until the connection ends, or nothing more comes. */
function talk(bytes: string | Buffer): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(world.baseUrl).port), "127.0.0.1");
    let answer = "";
    socket.setTimeout(800, () => socket.destroy());
    socket.on("data", (data) => {
      answer += data.toString("latin1");
    });
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(answer));
    socket.write(bytes);
  });
}

/** The parts of every answer in what came back. */
function answersIn(text: string): { status: number; code: string | null; head: string }[] {
  return text.split(/(?=HTTP\/1\.1 \d{3} )/).map((one) => ({
    status: Number(one.slice(9, 12)),
    code: /"code":"(K\d{4})"/.exec(one)?.[1] ?? null,
    head: one.split("\r\n\r\n", 1)[0] ?? "",
  }));
}

const get = (line: string, headers = "") => `${line}\r\nhost: x\r\nconnection: close\r\n${headers}\r\n`;
const post = (headers: string, body: string) =>
  `POST /v1/waitlist HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx-app-id: ${tenant.browserAppId}\r\n${headers}\r\n${body}`;
const json = "content-type: application/json\r\n";

describe("what is no HTTP", () => {
  it.each<[string, string, number, string]>([
    ["nonsense", "hello\r\n\r\n", 400, "K1008"],
    ["a TLS handshake", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400, "K1008"],
    ["HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400, "K1008"],
    ["another version", "GET /v1/pricing HTTP/9.9\r\nhost: x\r\n\r\n", 400, "K1008"],
    ["a header without a name", get("GET /v1/pricing HTTP/1.1", ": x\r\n"), 400, "K1008"],
    ["a header with a NUL", get("GET /v1/pricing HTTP/1.1", "x-a: a\0b\r\n"), 400, "K1008"],
    ["a header with a bare CR", get("GET /v1/pricing HTTP/1.1", "x-a: a\rb: c\r\n"), 400, "K1008"],
    ["a folded header", get("GET /v1/pricing HTTP/1.1", "x-a: a\r\n b\r\n"), 400, "K1008"],
    ["a space before the colon", get("GET /v1/pricing HTTP/1.1", "x-app-id : a\r\n"), 400, "K1008"],
    ["a space in the path", get("GET /v1/pri cing HTTP/1.1"), 400, "K1008"],
    ["no host", "GET /v1/pricing HTTP/1.1\r\nconnection: close\r\n\r\n", 400, "K1008"],
    ["two hosts", get("GET /v1/pricing HTTP/1.1", "host: y\r\n"), 400, "K1008"],
    ["20 kB of headers", get("GET /v1/pricing HTTP/1.1", `x-a: ${"a".repeat(20_000)}\r\n`), 431, "K9040"],
    ["2,000 headers", get("GET /v1/pricing HTTP/1.1", "x-a: abcdefgh\r\n".repeat(2_000)), 431, "K9040"],
    ["20 kB of path", get(`GET /v1/${"a".repeat(20_000)} HTTP/1.1`), 431, "K9040"],
  ])("%s is refused", async (_, bytes, status, code) => {
    const [answer] = answersIn(await talk(bytes));
    expect(answer).toMatchObject({ status, code });
    expect(answer?.head.toLowerCase()).toContain("x-request-id: req_");
    expect(answer?.head.toLowerCase()).toContain("x-content-type-options: nosniff");
  });
});

describe("two who read the same bytes differently", () => {
  it.each<[string, string, string]>([
    ["two lengths", `${json}content-length: 2\r\ncontent-length: 40\r\n`, "{}"],
    ["a length and chunks", `${json}content-length: 2\r\ntransfer-encoding: chunked\r\n`, "0\r\n\r\n"],
    ["a length that is none", `${json}content-length: +2\r\n`, "{}"],
    ["a negative length", `${json}content-length: -1\r\n`, "{}"],
    ["chunks of another encoding", `${json}transfer-encoding: gzip\r\n`, "{}"],
    ["chunked twice", `${json}transfer-encoding: chunked, identity\r\n`, "0\r\n\r\n"],
    ["a chunk of no size", `${json}transfer-encoding: chunked\r\n`, "zz\r\n{}\r\n0\r\n\r\n"],
    ["a chunk longer than it says", `${json}transfer-encoding: chunked\r\n`, "1\r\n{}\r\n0\r\n\r\n"],
    ["a chunk of endless size", `${json}transfer-encoding: chunked\r\n`, `${"f".repeat(40)}\r\n{}`],
  ])("%s: no second request comes out of it", async (_, headers, body) => {
    const smuggled = `GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n`;
    const answers = answersIn(await talk(post(headers, body) + smuggled));
    expect(answers).toHaveLength(1);
    expect(answers[0]?.status).toBeGreaterThanOrEqual(400);
    expect(answers[0]?.status).toBeLessThan(500);
    expect(answers[0]?.code).toMatch(/^K1/);
  });

  it("a body shorter than its length is waited for, and its answer goes to no other client", async () => {
    const answer = await talk(post(`${json}content-length: 100\r\n`, '{"email":'));
    expect(answer).toBe("");
  });
});

describe("methods and upgrades", () => {
  it.each([
    ["CONNECT", get("CONNECT x:443 HTTP/1.1")],
    ["a WebSocket", get("GET /v1/pricing HTTP/1.1", "upgrade: websocket\r\nconnection: upgrade\r\n")],
    ["HTTP/2 in clear", get("GET /v1/pricing HTTP/1.1", "upgrade: h2c\r\nhttp2-settings: x\r\n")],
    ["an unknown expectation", get("GET /v1/pricing HTTP/1.1", "expect: 200-maybe\r\n")],
    ["TRACE", get("TRACE /v1/pricing HTTP/1.1", "x-secret: 1\r\n")],
    ["an asterisk", get("OPTIONS * HTTP/1.1")],
  ])("%s is refused, or passed over, and answered", async (_, bytes) => {
    const text = await talk(bytes);
    expect(text).not.toBe("");
    for (const { status, head } of answersIn(text)) {
      expect(status).toBeLessThan(500);
      expect(head).not.toMatch(/upgrade|x-secret/i);
    }
  });
});

describe("a client that waits for 100 before it sends its body", () => {
  const expecting = (path: string, headers: string) =>
    talk(`POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nexpect: 100-continue\r\n${headers}\r\n`);

  it.each<[string, string, string, number, string]>([
    ["a body past the limit", "/v1/waitlist", "content-length: 900000000\r\n", 413, "K1004"],
    [
      "a callback past the limit",
      "/webhooks/cardprovider/ten_1",
      "content-length: 900000000\r\n",
      413,
      "K1004",
    ],
    ["a form past the limit", "/p/x/waitlist", "content-length: 900000000\r\n", 413, "K1004"],
    ["a path that does not exist", "/v1/nothing", "content-length: 2\r\n", 404, "K1006"],
    ["a file without credentials", "/v1/waitlist/import", "content-length: 2\r\n", 401, "K2001"],
  ])("is refused %s at once", async (_, path, headers, status, code) => {
    const app = path === "/v1/waitlist" ? `x-app-id: ${tenant.browserAppId}\r\n` : "";
    const answers = answersIn(await expecting(path, `${app}${json}${headers}`));
    expect(answers).toMatchObject([{ status, code }]);
  });

  it("is asked for a body that is wanted, and answered", async () => {
    const body = JSON.stringify({ email: "waits@example.com" });
    const head = post(`${json}expect: 100-continue\r\ncontent-length: ${body.length}\r\n`, "");
    expect(answersIn(await talk(head)).map(({ status }) => status)).toEqual([100]);
    const answers = answersIn(await talk(head + body));
    expect(answers.map(({ status }) => status)).toEqual([100, 201]);
  });
});

describe("an absolute address (RFC 9112 §3.2.2)", () => {
  const ask = async (target: string) => answersIn(await talk(get(`GET ${target} HTTP/1.1`)))[0];

  it.each([
    "http://127.0.0.1/healthz",
    "HTTP://evil.example/healthz",
    "http://evil.example:81/healthz?x=http://y/",
  ])("%s is answered as its path", async (target) => {
    expect(await ask(target)).toMatchObject({ status: 200 });
  });

  it("leads to operations and pages, and never away", async () => {
    expect(await ask("http://evil.example/v1/nothing")).toMatchObject({ status: 404, code: "K1006" });
    for (const target of ["http://evil.example", "http://evil.example?x", "http://evil.example//docs/"])
      expect((await ask(target))?.head).not.toMatch(/^location:/im);
  });

  it.each([
    "ftp://x/healthz",
    "http:///healthz",
    "http://user@x/healthz",
    "healthz",
    "http://x:99999/healthz",
  ])("%s is refused", async (target) => {
    expect(await ask(target)).toMatchObject({ status: 400, code: "K1008" });
  });
});
