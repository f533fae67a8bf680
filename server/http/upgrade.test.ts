import type { Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import getPort from "get-port";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { aTenant } from "../testing/a-tenant.ts";
import { openWorld, type World } from "../testing/world.ts";
import { createApi } from "./api.ts";
import { createListener, stopListening } from "./listen.ts";
import { openOpsEndpoints } from "./ops-endpoints.ts";

// RFC 9110 §7.8: a server may ignore Upgrade, and then answers the request as HTTP/1.1. curl --http2 and Java's HttpClient ask
// for HTTP/2 this way on every request.

const H2C =
  "connection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n";
const WEBSOCKET =
  "connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n";
const REQUESTS = 2_000;
const AT_ONCE = 100;

let world: World;
let appId: string;
let server: Server;

beforeAll(async () => {
  world = await openWorld();
  appId = (await aTenant(world)).browserAppId;
  server = createListener();
  // As Next does: it takes every upgraded socket, and leaves alone those it has no use for.
  server.on("upgrade", () => undefined);
  server.on("request", createApi(world.services));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterAll(async () => {
  server.closeAllConnections();
  await stopListening(server);
  await world.close();
});

// A listening TCP server's address is an AddressInfo.
const portOf = (listening: Server) => (listening.address() as AddressInfo).port;
const connectionsOf = (listening: Server) =>
  new Promise<number>((resolve, reject) =>
    listening.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

/** Sends the pieces, each once the answers to the one before have come, and returns all that came back. */
async function converse(port: number, ...pieces: { send: string; until: RegExp }[]): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.on("error", () => undefined);
  try {
    for (const { send, until } of pieces) {
      answer = await new Promise<string>((resolve, reject) => {
        let text = "";
        socket.removeAllListeners("data").on("data", (data) => {
          text += data.toString("latin1");
          if (until.test(text)) resolve(answer + text);
        });
        socket.once("close", () => reject(new Error(`The connection ended after: ${answer}${text}`)));
        socket.setTimeout(5_000, () => reject(new Error(`No answer but: ${answer}${text}`)));
        socket.write(send);
      });
    }
    return answer;
  } finally {
    socket.destroy();
  }
}

const post = (headers: string, body: string) =>
  `POST /v1/waitlist HTTP/1.1\r\nhost: x\r\nx-app-id: ${appId}\r\ncontent-type: application/json\r\n${headers}\r\n${body}`;

describe("a request that asks for another protocol is answered as HTTP/1.1", () => {
  it.each([
    ["/healthz", "h2c", H2C],
    ["/v1/pricing", "h2c", H2C],
    ["/.well-known/jwks.json", "h2c", H2C],
    ["/no-such-page", "h2c", H2C],
    ["/webhooks/cardprovider/ten_x", "h2c", H2C],
    ["/healthz", "websocket", WEBSOCKET],
    ["/_next/hmr?id=x", "websocket", WEBSOCKET],
  ])("GET %s with Upgrade: %s, and the connection serves the next request", async (path, _, headers) => {
    const until = /^HTTP\/1\.1 [2-5]\d\d [\s\S]*\r\n\r\n[\s\S]/;
    const text = await converse(
      portOf(server),
      { send: `GET ${path} HTTP/1.1\r\nhost: x\r\nx-app-id: ${appId}\r\n${headers}\r\n`, until },
      { send: "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n", until: /\{"status":"ok"\}/ },
    );
    expect(text).not.toMatch(/HTTP\/1\.1 (101|5\d\d)/);
  });

  it.each([
    ["a length", (body: string) => post(`${H2C}content-length: ${body.length}\r\n`, body)],
    [
      "chunks",
      (body: string) =>
        post(`${H2C}transfer-encoding: chunked\r\n`, `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`),
    ],
  ])("POST with a body of %s is carried out", async (name, request) => {
    const email = `upgrade-${name.replace(" ", "-")}@example.com`;
    const until = /"success":true/;
    const text = await converse(
      portOf(server),
      { send: request(JSON.stringify({ email })), until },
      { send: "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n", until: /\{"status":"ok"\}/ },
    );
    expect(text).toMatch(/^HTTP\/1\.1 201 /);
  });

  it("a body that comes after its head, byte by byte, is read whole", async () => {
    const body = JSON.stringify({ email: "upgrade-slowly@example.com" });
    const socket = connect(portOf(server), "127.0.0.1").setNoDelay();
    const answer = new Promise<string>((resolve) => socket.once("data", (data) => resolve(String(data))));
    for (const piece of [
      post(`${H2C}content-length: ${body.length}\r\n`, body.slice(0, 3)),
      ...body.slice(3),
    ])
      await new Promise((resolve) => socket.write(piece, resolve));
    expect(await answer).toMatch(/^HTTP\/1\.1 201 /);
    socket.destroy();
  });

  it("CONNECT is refused in our words, and its connection is closed although the client keeps it open", async () => {
    const text = await converse(portOf(server), {
      send: "CONNECT example.com:443 HTTP/1.1\r\nhost: example.com:443\r\n\r\n",
      until: /"code":"K1007"/,
    });
    expect(text).toMatch(/^HTTP\/1\.1 405 /);
    expect(text).toMatch(/connection: close/i);
    expect(text).toMatch(/\r\nallow: GET, HEAD, POST, OPTIONS\r\n/);
    expect(text).toMatch(/x-request-id: req_/);
  });
});

describe("no connection outlives its client", () => {
  async function sendMany(count: number, bytes: string): Promise<void> {
    for (let sent = 0; sent < count; sent += AT_ONCE)
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          const socket = connect(portOf(server), "127.0.0.1").on("error", () => undefined);
          await new Promise<void>((resolve) => {
            socket.once("close", resolve).once("data", () => socket.end());
            socket.write(bytes);
          });
        }),
      );
  }

  it.each([
    ["Upgrade requests", `GET /healthz HTTP/1.1\r\nhost: x\r\n${H2C}\r\n`, REQUESTS],
    ["WebSocket requests", `GET /healthz HTTP/1.1\r\nhost: x\r\n${WEBSOCKET}\r\n`, AT_ONCE],
    ["CONNECT requests", "CONNECT x:1 HTTP/1.1\r\nhost: x\r\n\r\n", AT_ONCE],
  ])("after many %s the server holds none", { tags: ["long"] }, async (_, bytes, count) => {
    await sendMany(count, bytes);
    await vi.waitFor(async () => expect(await connectionsOf(server)).toBe(0), { timeout: 20_000 });
  });

  it.each([
    ["CONNECT", "CONNECT x:1 HTTP/1.1\r\nhost: x\r\n\r\n"],
    ["what is not HTTP", "hello\r\n\r\n"],
  ])("a client that asks %s and never closes its end is cut off", async (_, bytes) => {
    const socket = connect({ port: portOf(server), host: "127.0.0.1", allowHalfOpen: true });
    socket.on("error", () => undefined);
    const ended = new Promise((resolve) => socket.once("end", resolve));
    socket.write(bytes);
    socket.resume();
    await ended;
    await vi.waitFor(async () => expect(await connectionsOf(server)).toBe(0), { timeout: 20_000 });
    socket.destroy();
  });
});

describe("the other ports answer Upgrade, too", () => {
  it("the operators' port", async () => {
    const port = await getPort();
    const close = await openOpsEndpoints(world.services, {
      host: "127.0.0.1",
      port,
      isDraining: () => false,
    });
    const text = await converse(port, {
      send: `GET /healthz HTTP/1.1\r\nhost: x\r\n${H2C}\r\n`,
      until: /\{"status":"ok"\}/,
    });
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
    await close();
  });

  it("the sandbox's port, bodies included", async () => {
    const port = Number(new URL(world.sandboxUrl).port);
    const body = "name=x";
    const { secretKey } = await world.services.sandboxKeys.issue();
    const text = await converse(port, {
      send: `POST /v1/products HTTP/1.1\r\nhost: x\r\n${H2C}authorization: Bearer ${secretKey}\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      until: /"object": ?"product"/,
    });
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
  });
});
