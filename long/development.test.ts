import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Product, startProduct } from "../server/testing/product.ts";

// Usher as `npm run dev` runs it: the one place where a request may become a WebSocket.

const dataDir = mkdtempSync(join(tmpdir(), "usher-dev-"));
let usher: Product;

beforeAll(async () => {
  // Under root, PostgreSQL runs as another account, which has to walk through.
  chmodSync(dataDir, 0o711);
  usher = await startProduct({ USHER_DATA_DIR: dataDir }, "dev.mjs");
});

afterAll(async () => {
  await usher?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

it("a page that is being developed gets Next's WebSocket, over which it is reloaded", async () => {
  expect((await fetch(`${usher.baseUrl}/sign-in`)).status).toBe(200);
  const socket = new WebSocket(`${usher.baseUrl.replace("http", "ws")}/_next/hmr?id=test`);
  socket.binaryType = "arraybuffer";
  const [first] = await once(socket, "message");
  expect(String(first.data)).toContain('"type"');
  const closed = once(socket, "close");
  socket.close();
  await closed;
});

it("every other request to change the protocol is answered as HTTP/1.1", async () => {
  for (const [path, upgrade] of [
    ["/_next/hmr", "h2c"],
    ["/healthz", "websocket"],
    ["/sign-in", "websocket"],
  ] as const) {
    const asked = request(usher.baseUrl + path, { headers: { connection: "upgrade", upgrade } }).end();
    const [answer] = await once(asked, "response");
    expect([answer.statusCode, path]).not.toEqual([101, path]);
    answer.resume();
    await once(answer, "end");
  }
});
