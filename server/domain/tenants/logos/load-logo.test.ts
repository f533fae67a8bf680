import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadLogo } from "./load-logo.ts";

const PNG = readFileSync("public/apple-touch-icon.png");

const FILES: Record<string, Buffer> = {
  "/logo.png": PNG,
  "/large.png": Buffer.concat([PNG, Buffer.alloc(1024 * 1024)]),
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

const inMode = (mode: string) =>
  ({ config: { mode }, tenantId: "ten_1" }) as unknown as Parameters<typeof loadLogo>[0];
const load = (path: string) => loadLogo(inMode("development"), `${base}${path}`);

describe("a logo", () => {
  it("is read", async () => expect(await load("/logo.png")).toEqual({ file: PNG, owner: "ten_1" }));

  it.each(["/large.png", "/none.png", "/away"])("%s is left out", async (path) =>
    expect(await load(path)).toBeNull(),
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
