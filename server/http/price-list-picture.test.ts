import { monitorEventLoopDelay } from "node:perf_hooks";
import { inflateSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aTenant, type TestTenant } from "../testing/a-tenant.ts";
import { openWorld, type World } from "../testing/world.ts";

let world: World;
let tenant: TestTenant;
beforeAll(async () => {
  world = await openWorld();
  tenant = await aTenant(world);
});
afterAll(() => world.close());

async function pictureOf(data: { name: string; brandColor?: string }, headers: Record<string, string> = {}) {
  const { slug } = await world.services.db.tenant.update({ where: { id: tenant.id }, data });
  const answer = await fetch(`${world.baseUrl}/p/${slug}/pricing/opengraph-image`, { headers });
  return { answer, body: Buffer.from(await answer.arrayBuffer()) };
}

/** The colour of the first pixel of a PNG with 8 bits for each of red, green, blue and opacity (RFC 2083). */
function firstPixel(png: Buffer): string {
  const data: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString("latin1", at + 4, at + 8) === "IDAT")
      data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  return `#${inflateSync(Buffer.concat(data)).subarray(1, 4).toString("hex")}`;
}

describe("the picture beside a link to a price list", () => {
  it("is in the tenant's colour, of the size that is asked for, and cached for an hour", async () => {
    const { answer, body } = await pictureOf({ name: "Globex", brandColor: "#0f766e" });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(answer.headers.get("cache-control")).toBe("public, max-age=3600");
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect([body.readUInt32BE(16), body.readUInt32BE(20)]).toEqual([1200, 630]);
    expect(firstPixel(body)).toBe("#0f766e");
    expect(body.length).toBeLessThan(100_000);
    const etag = answer.headers.get("etag") ?? "";
    const again = await pictureOf({ name: "Globex" }, { "if-none-match": etag });
    expect([again.answer.status, again.body.length]).toEqual([304, 0]);
  });

  it("changes with the name and with the colour", async () => {
    const etags = new Set<string | null>();
    for (const data of [
      { name: "Globex", brandColor: "#0f766e" },
      { name: "Initech", brandColor: "#0f766e" },
      { name: "Initech", brandColor: "#b91c1c" },
    ])
      etags.add((await pictureOf(data)).answer.headers.get("etag"));
    expect([etags.size, etags.has(null)]).toEqual([3, false]);
  });

  it.each(["A & B <script>", "\"'", "🙂", "x".repeat(200), "株式会社ノースウインド", "Ω Ж é", " a  b "])(
    "is drawn for the name %s",
    async (name) => {
      const { answer, body } = await pictureOf({ name });
      expect([answer.status, body.readUInt32BE(16)]).toEqual([200, 1200]);
    },
  );

  it("holds up no other request while it is drawn, even for a name of many words", {
    tags: ["long"],
  }, async () => {
    // Armenian capital letters: a script for which the machine's own fonts are loaded, and which DejaVu Sans has on every machine.
    const name = Array.from({ length: 38 }, (_, index) => String.fromCodePoint(0x531 + index)).join(" ");
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const start = performance.now();
    expect((await pictureOf({ name })).answer.status).toBe(200);
    const drawn = performance.now() - start;
    delay.disable();
    expect(delay.max / 1e6).toBeLessThan(drawn / 2);
  });

  it("is not there for an unknown tenant", async () => {
    const answer = await fetch(`${world.baseUrl}/p/no-such-tenant/pricing/opengraph-image`);
    expect(answer.status).toBe(404);
  });
});
