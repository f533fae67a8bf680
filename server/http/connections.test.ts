import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openWorld, type World } from "../testing/world.ts";
import { createApi } from "./api.ts";
import { createListener } from "./listen.ts";

const TIMEOUTS = { head: 5_000, request: 5_000, idle: 5_000, answer: 1_500, checkEvery: 50 };
const MAX_PER_ADDRESS = 20;
/** More than the buffers of both ends of a connection take. */
const PAGE = Buffer.alloc(20_000_000, "x");
const PIPELINED = 20;

let world: World;
let port: number;
const server = createListener(TIMEOUTS, { maxPerAddress: MAX_PER_ADDRESS });
/** The pages that were asked for, in that order. */
const rendered: string[] = [];
let slow = Promise.withResolvers<void>();

beforeAll(async () => {
  world = await openWorld();
  const api = createApi(world.services, async ({ url = "" }, response) => {
    rendered.push(url);
    if (url.startsWith("/slow")) await slow.promise;
    response.end(url.startsWith("/large") ? PAGE : `[page ${url}]`);
  });
  server.on("request", api);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A listening TCP server's address is an AddressInfo.
  port = (server.address() as AddressInfo).port;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await world.close();
});

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;
const pipeline = (path: string) =>
  Array.from({ length: PIPELINED }, (_, index) => get(`${path}?${index}`)).join("");

/** A connection that sends bytes, and reads nothing until read() is called. */
function open(bytes: string): Socket {
  const socket = connect({ port, host: "127.0.0.1" });
  socket.on("error", () => undefined);
  socket.write(bytes);
  socket.pause();
  return socket;
}

const closed = (socket: Socket) => new Promise<void>((resolve) => socket.once("close", () => resolve()));
/** On a connection of its own, which ends with the answer. */
const ops = async (path: string) =>
  (await fetch(`http://127.0.0.1:${port}${path}`, { headers: { connection: "close" } })).status;
const connections = () =>
  new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
const allClosed = () => vi.waitFor(async () => expect(await connections()).toBe(0), { timeout: 20_000 });

describe("requests that come on one connection without waiting", () => {
  it("are answered in their order", async () => {
    const socket = open(pipeline("/small"));
    let text = "";
    socket.on("data", (data) => {
      text += data.toString("latin1");
    });
    socket.resume();
    const asked = Array.from({ length: PIPELINED }, (_, index) => `/small?${index}`);
    await vi.waitFor(
      () => expect([...text.matchAll(/\[page ([^\]]*)\]/g)].map(([, path]) => path)).toEqual(asked),
      { timeout: 20_000 },
    );
    socket.destroy();
  });

  it("are worked on only while the answers before them are taken, and operators are answered", async () => {
    rendered.length = 0;
    const sockets = Array.from({ length: MAX_PER_ADDRESS / 2 }, () => open(pipeline("/large")));
    await vi.waitFor(() => expect(rendered).toHaveLength(sockets.length), { timeout: 20_000 });
    for (const path of ["/healthz", "/readyz"]) expect([path, await ops(path)]).toEqual([path, 200]);
    expect(new Set(rendered)).toEqual(new Set(["/large?0"]));
    for (const socket of sockets) socket.destroy();
  });
});

describe("a client that does not take its answer", () => {
  it("is cut off", { tags: ["long"] }, async () => {
    const before = rendered.length;
    const socket = open(get("/large"));
    await vi.waitFor(() => expect(rendered.length).toBeGreaterThan(before), { timeout: 20_000 });
    await allClosed();
    socket.destroy();
  });

  it("is left alone while it takes some of it", { tags: ["long"] }, async () => {
    const socket = open(get("/large"));
    let bytes = 0;
    const ended = closed(socket);
    socket.on("data", (data) => {
      bytes += data.length;
      socket.pause();
      setTimeout(() => socket.resume(), bytes < 4_000_000 ? 10 : 0);
      if (bytes > PAGE.length) socket.end();
    });
    socket.resume();
    await ended;
    expect(bytes).toBeGreaterThan(PAGE.length);
  });

  it("nor is one whose answer takes long to make", { tags: ["long"] }, async () => {
    const socket = open(get("/slow"));
    const text = new Promise<string>((resolve) => socket.once("data", (data) => resolve(String(data))));
    socket.resume();
    await pause(1.2 * TIMEOUTS.answer);
    slow.resolve();
    expect(await text).toMatch(/^HTTP\/1\.1 200 [\s\S]*\[page \/slow\]/);
    slow = Promise.withResolvers();
    socket.destroy();
  });
});

it("one address holds a part of the connections, and gets new ones when it lets go", async () => {
  await allClosed();
  const sockets = Array.from({ length: MAX_PER_ADDRESS + 5 }, () => open(""));
  // An idle connection is closed a little later, the first one first.
  const ended: number[] = [];
  for (const [index, socket] of sockets.entries()) {
    socket.once("close", () => ended.push(index));
    socket.resume();
  }
  await vi.waitFor(() => expect(ended.length).toBeGreaterThanOrEqual(5), { timeout: 20_000, interval: 5 });
  expect(ended.slice(0, 5).sort((a, b) => a - b)).toEqual(
    [0, 1, 2, 3, 4].map((nth) => MAX_PER_ADDRESS + nth),
  );
  for (const socket of sockets) socket.destroy();
  await vi.waitFor(async () => expect(await ops("/healthz")).toBe(200), { timeout: 20_000 });
});
