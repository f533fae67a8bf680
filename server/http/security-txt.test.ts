import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { ManualClock } from "../platform/clock.ts";
import { readConfig } from "../platform/config.ts";
import { openWorld, type World } from "../testing/world.ts";
import { SECURITY_TXT, securityTxt } from "./security-txt.ts";

const NOW = new Date("2026-11-22T15:30:00.000Z");
const CONTACT = "security@shop.example";

const worlds: World[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

async function aWorld(environment: Record<string, string>): Promise<World> {
  const world = await openWorld({ environment, clock: new ManualClock(NOW) });
  worlds.push(world);
  return world;
}

describe("/.well-known/security.txt", () => {
  it("names the contact, and expires 180 days from today", { tags: ["long"] }, async () => {
    const world = await aWorld({ USHER_SECURITY_CONTACT: CONTACT });
    const answer = await fetch(`${world.baseUrl}${SECURITY_TXT}`);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
    expect(await answer.text()).toBe(
      `Contact: mailto:${CONTACT}\nExpires: 2027-05-21T00:00:00.000Z\nPreferred-Languages: en\n`,
    );
  });

  it("names its own address where that is https", { tags: ["long"] }, async () => {
    const { services } = await aWorld({ USHER_SECURITY_CONTACT: "https://shop.example/report" });
    const serve = securityTxt({ ...services, baseUrl: "https://billing.shop.example" });
    const server = createServer((request, response) => serve?.(request, response));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    // A listening TCP server's address is an AddressInfo.
    const { port } = server.address() as AddressInfo;
    const text = await (await fetch(`http://127.0.0.1:${port}`, { headers: { connection: "close" } })).text();
    await new Promise((resolve) => server.close(resolve));
    expect(text).toContain("Contact: https://shop.example/report\n");
    expect(text).toContain("Canonical: https://billing.shop.example/.well-known/security.txt\n");
  });

  it("is 404 without a contact", { tags: ["long"] }, async () => {
    const world = await aWorld({ SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: CONTACT });
    expect((await fetch(`${world.baseUrl}${SECURITY_TXT}`)).status).toBe(404);
  });

  it.each(["http://shop.example", "security at shop.example", "javascript:alert(1)"])(
    "has no contact such as %s: the process does not start",
    (contact) => {
      expect(() => readConfig({ USHER_SECURITY_CONTACT: contact })).toThrow(/USHER_SECURITY_CONTACT/);
    },
  );
});
