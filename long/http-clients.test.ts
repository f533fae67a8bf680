import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Product, startProduct } from "../server/testing/product.ts";

// HTTP clients of other makers against the product as `npm start` runs it: those that ask for HTTP/2 by Upgrade.

const run = promisify(execFile);
const REQUESTS = 20_000;
const AT_ONCE = 200;
const H2C =
  "connection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n";
const WEBSOCKET = "connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n";

const dataDir = mkdtempSync(join(tmpdir(), "usher-long-"));
let usher: Product;
let appId: string;

beforeAll(async () => {
  // Under root, PostgreSQL runs as another account, which has to walk through.
  chmodSync(dataDir, 0o711);
  usher = await startProduct({ USHER_DATA_DIR: dataDir, USHER_RATE_LIMIT: "0" });
  appId = JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8")).app_id;
});

afterAll(async () => {
  await usher?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const PATHS = [
  "/healthz",
  "/v1/pricing",
  "/openapi.json",
  "/sign-in",
  "/p/northwind/pricing",
  "/docs",
  "/embed.js",
];
const WAITLIST = "/v1/waitlist";

describe("curl --http2", () => {
  const ask = async (path: string, ...more: string[]) => {
    const format = "\n%{http_version} %{http_code}";
    const options = ["--http2", "--silent", "--show-error", "--max-time", "20", "--write-out", format];
    const headers = ["--header", `x-app-id: ${appId}`];
    const { stdout } = await run("curl", [...options, ...headers, ...more, usher.baseUrl + path], {
      maxBuffer: 10_000_000,
    });
    return stdout.slice(stdout.lastIndexOf("\n") + 1);
  };

  it.each(PATHS)("GET %s is answered", async (path) => {
    expect(await ask(path)).toBe("1.1 200");
  });

  it("POST with a body is carried out", async () => {
    const json = ["--header", "content-type: application/json"];
    expect(await ask(WAITLIST, ...json, "--data", '{"email":"curl@example.com"}')).toBe("1.1 201");
  });
});

describe("Java's HttpClient", () => {
  it("is answered on every path, with and without a body, over connections that it keeps", async () => {
    const requests = [
      ...PATHS.map((path) => ["GET", usher.baseUrl + path, "-"]),
      ["POST", usher.baseUrl + WAITLIST, '{"email":"java@example.com"}'],
      ["POST", usher.baseUrl + WAITLIST, `{"email":"java-2@example.com","name":"${"x".repeat(90)}"}`],
      ["DELETE", usher.baseUrl + WAITLIST, "-"],
    ];
    const source = join(import.meta.dirname, "Ask.java");
    const { stdout } = await run("java", [source, appId, ...requests.flat()], { maxBuffer: 10_000_000 });
    const answers = stdout.trimEnd().split("\n");
    expect(answers.map((line) => line.split(" ", 2).join(" "))).toEqual([
      ...PATHS.map(() => "HTTP_1_1 200"),
      "HTTP_1_1 201",
      "HTTP_1_1 201",
      "HTTP_1_1 405",
    ]);
  });
});

describe("many requests to change the protocol", () => {
  /** The visits come from an address of their own, so that no other connections are counted. */
  const VISITOR = "127.0.0.2";

  /** Visitors' connections that the server's side holds, in whatever state but the time after an orderly end. */
  function heldConnections(): number {
    const hex = (number: string, digits: number) =>
      Number(number).toString(16).toUpperCase().padStart(digits, "0");
    const local = `:${hex(new URL(usher.baseUrl).port, 4)}`;
    const visitor = VISITOR.split(".")
      .map((part) => hex(part, 2))
      .reverse()
      .join("");
    const rows = ["/proc/net/tcp", "/proc/net/tcp6"].flatMap((file) =>
      readFileSync(file, "utf8").trim().split("\n").slice(1),
    );
    const timeWait = "06";
    return rows.filter((row) => {
      const [, address = "", remote = "", state = ""] = row.trim().split(/\s+/);
      return address.endsWith(local) && remote.includes(`${visitor}:`) && state !== timeWait;
    }).length;
  }

  const open = () =>
    connect({ host: "127.0.0.1", port: Number(new URL(usher.baseUrl).port), localAddress: VISITOR });

  /** Sends the request over a connection of its own, and leaves when an answer has begun. */
  const visit = (bytes: string) =>
    new Promise<void>((resolve) => {
      const socket = open();
      socket.on("error", () => undefined);
      socket.setTimeout(20_000, () => socket.destroy());
      socket.once("close", () => resolve());
      socket.once("data", () => socket.end());
      socket.write(bytes);
    });

  it.each([
    ["h2c", `GET /healthz HTTP/1.1\r\nhost: x\r\n${H2C}\r\n`],
    ["websocket", `GET /healthz HTTP/1.1\r\nhost: x\r\n${WEBSOCKET}\r\n`],
  ])(`${REQUESTS / 2} with Upgrade: %s leave no socket, and the service goes on`, async (_, bytes) => {
    const idle = open();
    await vi.waitFor(() => expect(heldConnections()).toBe(1), { timeout: 10_000 });
    idle.destroy();
    for (let sent = 0; sent < REQUESTS / 2; sent += AT_ONCE)
      await Promise.all(Array.from({ length: AT_ONCE }, () => visit(bytes)));
    expect((await fetch(`${usher.baseUrl}/readyz`)).status).toBe(200);
    await vi.waitFor(() => expect(heldConnections()).toBe(0), { timeout: 45_000 });
  });
});
