import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadLogo } from "./load-logo.ts";

const PNG = readFileSync("public/apple-touch-icon.png");
const huge = Buffer.from(PNG);
huge.writeUInt32BE(40_000, 16);
huge.writeUInt32BE(40_000, 20);

const FILES: Record<string, Buffer> = {
  "/logo.png": PNG,
  "/logo.jpg": Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(100)]),
  "/huge.png": huge,
  "/large.png": Buffer.concat([PNG, Buffer.alloc(1024 * 1024)]),
  "/logo.svg": Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"),
  "/empty.png": Buffer.alloc(0),
};

let server: Server;
let base = "";

beforeAll(async () => {
  server = createServer(({ url = "" }, response) => {
    if (url === "/slow.png") return;
    if (url === "/away") return void response.writeHead(302, { location: "/logo.png" }).end(PNG);
    const file = FILES[url];
    response.writeHead(file ? 200 : 404).end(file ?? PNG);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const inMode = (mode: string) => ({ config: { mode } }) as unknown as Parameters<typeof loadLogo>[0];
const load = (path: string) => loadLogo(inMode("development"), `${base}${path}`);

describe("a logo", () => {
  it.each(["/logo.png", "/logo.jpg"])("%s is read", async (path) =>
    expect(Buffer.from((await load(path)) ?? [])).toEqual(FILES[path]),
  );

  it.each(["/huge.png", "/large.png", "/logo.svg", "/empty.png", "/none.png", "/away"])(
    "%s is left out",
    async (path) => expect(await load(path)).toBeNull(),
  );

  it("that does not come in time is left out", { tags: ["long"] }, async () =>
    expect(await load("/slow.png")).toBeNull(),
  );

  it("is not asked of a private address in production", async () => {
    const inProduction = inMode("production");
    expect(await loadLogo(inProduction, `${base}/logo.png`)).toBeNull();
    const https = `${base}/logo.png`.replace("http:", "https:").replace("127.0.0.1", "logo.example");
    const asked: string[] = [];
    const resolve = async (host: string) => {
      asked.push(host);
      return [{ address: "127.0.0.1", family: 4 }];
    };
    expect([await loadLogo(inProduction, https, resolve), asked]).toEqual([null, ["logo.example"]]);
  });

  it("is not needed", async () => expect(await loadLogo(inMode("production"), null)).toBeNull());
});
