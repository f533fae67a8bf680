import { type AddressInfo, connect } from "node:net";
import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aMember } from "../testing/a-member.ts";
import { aTenant, type TestTenant } from "../testing/a-tenant.ts";
import { openWorld, type World } from "../testing/world.ts";
import { createApi } from "./api.ts";
import { createListener } from "./listen.ts";
import { readClaimsWith } from "./member-cookie.ts";

const LIMIT = 100_000;
const MEMBERS_FORM = 1_000_000;
const nextAuthSecret = "the secret of the test";

let world: World;
let tenant: TestTenant;
let port: number;
const server = createListener();
/** The requests that arrived at the pages. */
const seen: { path: string; bytes: number }[] = [];

beforeAll(async () => {
  world = await openWorld();
  tenant = await aTenant(world);
  const readClaims = readClaimsWith({ nextAuthSecret, baseUrl: world.baseUrl });
  const pages = async (
    request: AsyncIterable<Buffer> & { url?: string },
    response: { end(text: string): void },
  ) => {
    let bytes = 0;
    for await (const chunk of request) bytes += chunk.length;
    seen.push({ path: request.url ?? "", bytes });
    response.end("a page");
  };
  server.on(
    "request",
    createApi(world.services, pages, () => false, readClaims),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A listening TCP server's address is an AddressInfo.
  port = (server.address() as AddressInfo).port;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await world.close();
});

/** Sends bytes, leaves its end open, and answers what came back when the server closed the connection. */
function untilClosed(...pieces: (string | Buffer)[]): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    let answer = "";
    socket.on("data", (data) => {
      answer += data.toString("latin1");
    });
    socket.on("error", () => undefined);
    socket.once("end", () => socket.destroy());
    socket.once("close", () => resolve(answer));
    for (const piece of pieces) socket.write(piece);
  });
}

const headOf = (method: string, path: string, headers: string) =>
  `${method} ${path} HTTP/1.1\r\nhost: x\r\n${headers}\r\n`;
const FORM = "content-type: application/x-www-form-urlencoded\r\n";
const JSON_TYPE = "content-type: application/json\r\n";
/** 16 kB. */
const CHUNK = Buffer.concat([Buffer.from("4000\r\n"), Buffer.alloc(0x4000, "x"), Buffer.from("\r\n")]);

const ENTRIES: [string, string, string][] = [
  ["POST", "/p/northwind/waitlist", FORM],
  ["POST", "/sign-in", FORM],
  ["POST", "/docs", FORM],
  ["POST", "/p/northwind/checkout", "next-action: 0\r\ncontent-type: multipart/form-data; boundary=x\r\n"],
  ["POST", "/api/auth/callback/credentials", FORM],
  ["POST", "/api/trpc/settings.update", JSON_TYPE],
  ["POST", "/api/trpc/waitlist.importForm", "content-type: multipart/form-data; boundary=x\r\n"],
  ["GET", "/openapi.json", JSON_TYPE],
  ["GET", "/docs", FORM],
  ["GET", "/healthz", FORM],
  ["POST", "/v1/auth/token", JSON_TYPE],
  ["GET", "/v1/pricing", JSON_TYPE],
  ["POST", "/webhooks/cardprovider/ten_x", JSON_TYPE],
];

describe("a body above its limit is refused, and the connection closed", () => {
  const REFUSED = /^HTTP\/1\.1 413 [\s\S]*connection: close[\s\S]*"code":"K1004"/i;

  /** What every entry answers to a body that the callback sends after the head. */
  async function refusedAt(entries: typeof ENTRIES, bodyOf: (path: string) => [string, ...Buffer[]]) {
    return Promise.all(
      entries.map(async ([method, path, headers]) => {
        const [length, ...body] = bodyOf(path);
        const credentials = path.startsWith("/v1/") ? `x-app-id: ${tenant.browserAppId}\r\n` : "";
        const answer = await untilClosed(headOf(method, path, credentials + headers + length), ...body);
        return [method, path, REFUSED.test(answer) || answer];
      }),
    );
  }

  it("by its length before it comes", { tags: ["long"] }, async () => {
    const refused = await refusedAt(ENTRIES, (path) => [
      `content-length: ${path.startsWith("/webhooks/") ? 1_000_001 : LIMIT + 1}\r\n`,
    ]);
    expect(refused).toEqual(ENTRIES.map(([method, path]) => [method, path, true]));
    expect(seen).toEqual([]);
  });

  it("in chunks, as soon as more has come", { tags: ["long"] }, async () => {
    const entries = ENTRIES.filter(([method, path]) => !(path.startsWith("/v1/") && method === "GET"));
    const refused = await refusedAt(entries, (path) => [
      "transfer-encoding: chunked\r\n",
      ...Array<Buffer>(path.startsWith("/webhooks/") ? 62 : 7).fill(CHUNK),
    ]);
    expect(refused).toEqual(entries.map(([method, path]) => [method, path, true]));
    expect(seen).toEqual([]);
  });

  it("people get a page", { tags: ["long"] }, async () => {
    const headers = `${FORM}accept: text/html\r\ncontent-length: ${LIMIT + 1}\r\n`;
    const answer = await untilClosed(headOf("POST", "/p/northwind/waitlist", headers));
    expect(answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*<h1>[\s\S]*K1004/);
  });
});

const post = (path: string, init: RequestInit) =>
  fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", ...init });

it("a body within its limit reaches the pages whole", async () => {
  seen.length = 0;
  const answer = await post("/p/northwind/waitlist", {
    body: new URLSearchParams({ a: "x".repeat(LIMIT - 2) }),
  });
  expect([answer.status, await answer.text()]).toEqual([200, "a page"]);
  const stream = new ReadableStream({
    start(controller) {
      for (let part = 0; part < 5; part++) controller.enqueue(Buffer.alloc(20_000, "x"));
      controller.close();
    },
  });
  // Node's fetch asks for `duplex` beside a stream; its types do not know it.
  const chunked = await post("/sign-in", { body: stream, duplex: "half" } as RequestInit);
  expect(chunked.status).toBe(200);
  expect(seen).toEqual([
    { path: "/p/northwind/waitlist", bytes: LIMIT },
    { path: "/sign-in", bytes: LIMIT },
  ]);
});

it("only a signed-in member may send a file in a form", async () => {
  seen.length = 0;
  const claims = await aMember(world, tenant.id, "ADMIN");
  const token = await encode({ token: { claims }, secret: nextAuthSecret });
  const forged = await encode({ token: { claims }, secret: "another secret" });
  const send = async (cookie: string, path: string) => {
    const body = new FormData();
    body.set("file", new File([Buffer.alloc(MEMBERS_FORM, "x")], "list.csv"));
    const answer = await post(path, { body, headers: { cookie: `a=b; next-auth.session-token=${cookie}` } });
    await answer.text();
    return answer.status;
  };
  expect(await send(token, "/api/trpc/waitlist.importForm")).toBe(200);
  expect(await send(token, "/docs")).toBe(413);
  expect(await send(forged, "/api/trpc/waitlist.importForm")).toBe(413);
  expect(seen.map(({ path }) => path)).toEqual(["/api/trpc/waitlist.importForm"]);
  expect(seen[0]?.bytes).toBeGreaterThan(MEMBERS_FORM);
});
