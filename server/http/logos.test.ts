// @module-tag ci
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect } from "vitest";
import { loadLogo } from "../domain/tenants/logos/load-logo.ts";
import { readPictureHeader } from "../platform/pictures/header.ts";
import { aSubscription } from "../testing/a-subscription.ts";
import { it } from "../testing/it.ts";
import { anOwner } from "../testing/mutations-dashboard.ts";
import { aJpeg, aPng } from "../testing/pictures.ts";
import { aStage, type Stage } from "../testing/stage.ts";
import type { World } from "../testing/world.ts";

const PNG = readFileSync("public/icon.png");

async function anUploader(world: World) {
  const stage = await aStage(world);
  const owner = await anOwner(stage);
  const upload = async (bytes: Uint8Array<ArrayBuffer>) => {
    const form = new FormData();
    form.set("file", new File([bytes], "logo.png"));
    return (await owner.settings.uploadLogo(form)).logo_url;
  };
  return { stage, owner, upload };
}

/** The PDF of an invoice that carries the logo of now. */
async function anInvoicePdf(stage: Stage) {
  const { id } = await aSubscription(stage, { paidBy: "invoice" });
  const { data } = (await stage.admin.get(`/v1/billing/invoices?subscription_id=${id}`)).body;
  return stage.admin.get(`/v1/billing/invoices/${data[0].id}/pdf`);
}

/** The bytes of a file that is shared by no other. */
const own = (bytes: Buffer) => new Uint8Array(bytes);

describe("an uploaded logo", () => {
  it("has an address that settings take, that everybody may read, and that invoices are drawn with", async ({
    world,
  }) => {
    const { stage, owner, upload } = await anUploader(world);
    const address = await upload(own(PNG));
    expect(await upload(own(PNG))).toBe(address);
    expect((await owner.settings.update({ logo_url: address })).logo_url).toBe(address);
    const { pathname } = new URL(address);
    const answer = await fetch(`${world.baseUrl}${pathname}`);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "image/png",
      "x-content-type-options": "nosniff",
      "cache-control": "public, max-age=31536000",
    });
    const stored = Buffer.from(await answer.arrayBuffer());
    expect(readPictureHeader(stored)).toEqual(readPictureHeader(PNG));
    // Read where it is stored: also at an address that the installation had before.
    const drawn = await loadLogo(stage.scope, `https://former.example${pathname}`);
    expect(Buffer.from(drawn?.file ?? [])).toEqual(stored);
    const missing = pathname.replace(/[0-9a-f]{64}/, "0".repeat(64));
    expect((await fetch(`${world.baseUrl}${missing}`)).status).toBe(404);
  });

  it("is refused where mails and invoices could not show it", async ({ world }) => {
    const { upload } = await anUploader(world);
    const refusal = (bytes: Buffer) =>
      upload(own(bytes)).then(
        () => "taken",
        (error) => JSON.stringify(error.cause?.issues ?? error.cause?.details ?? String(error)),
      );
    expect(await refusal(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"))).toMatch(/PNG or JPEG/);
    expect(await refusal(Buffer.alloc(0))).toMatch(/PNG or JPEG/);
    expect(await refusal(Buffer.concat([PNG, Buffer.alloc(512 * 1024)]))).toMatch(/512 kB/);
    const huge = Buffer.from(PNG);
    huge.writeUInt32BE(40_000, 16);
    huge.writeUInt32BE(40_000, 20);
    expect(await refusal(huge)).toMatch(/at most 2\.5 million pixels: its size is 40000 × 40000 pixels/);
    expect(await refusal(aJpeg({ components: 4 }))).toMatch(/CMYK/);
    const broken = Buffer.from(PNG);
    broken[PNG.indexOf("IDAT") + 20] = 0;
    expect(await refusal(broken)).toMatch(/damaged/);
  });

  it("that earlier versions stored although it is broken is left out of the invoice", async ({ world }) => {
    const { stage, owner } = await anUploader(world);
    const bytes = own(PNG);
    bytes[PNG.indexOf("IDAT") + 20] = 0;
    const hash = createHash("sha256").update(bytes).digest("hex");
    const key = { tenantId: stage.id, hash };
    await stage.scope.db.tenantLogo.create({
      data: { ...key, mediaType: "image/png", bytes, createdAt: new Date() },
    });
    await owner.settings.update({ logo_url: `${world.baseUrl}/logos/${stage.id}/${hash}.png` });
    const pdf = await anInvoicePdf(stage);
    expect([pdf.status, pdf.body.slice(0, 5)]).toEqual([200, "%PDF-"]);
    expect(pdf.body).not.toContain("/Subtype /Image");
  });
});

describe("the check of the logo", () => {
  it("says why the picture at an address cannot be used, and nothing of one that can", async ({ world }) => {
    const { owner, upload } = await anUploader(world);
    const check = async (logo_url: string | null) => {
      await owner.settings.update({ logo_url });
      return (await owner.settings.checkLogo({})).problem;
    };
    expect(await check(null)).toBeNull();
    expect(await check(await upload(own(PNG)))).toBeNull();
    expect(await check(`${world.baseUrl}/nothing.png`)).toBe("Its server answers 404 in place of the file.");
    expect(await check(`${world.baseUrl}/openapi.json`)).toMatch(
      /^(?:The file must be a PNG or JPEG|It is larger)/,
    );
    expect(await check("http://127.0.0.1:1/logo.png")).toMatch(/^Connection refused/);
  });

  it.for<[string, string, () => Buffer]>([
    ["PNG", "0 × 0", () => aPng({ width: 0, height: 0 })],
    ["PNG", "0 × 24", () => aPng({ width: 0 })],
    ["PNG", "40 × 0", () => aPng({ height: 0 })],
    ["JPEG", "0 × 0", () => aJpeg({ width: 0, height: 0 })],
    ["JPEG", "0 × 24", () => aJpeg({ width: 0 })],
    ["JPEG", "40 × 0", () => aJpeg({ height: 0 })],
  ])("a %s of %s pixels is refused for that", async ([, size, make], { world }) => {
    const { upload } = await anUploader(world);
    const message = expect.stringMatching(new RegExp(`^must show something: its size is ${size} pixels`));
    await expect(upload(own(make()))).rejects.toMatchObject({
      cause: { issues: [{ path: "file", message }] },
    });
  });
});

it("a tenant's upload waits for few of those that another has begun", { tags: ["long"] }, async ({
  world,
}) => {
  const [busy, quiet] = await Promise.all([anUploader(world), anUploader(world)]);
  const done: string[] = [];
  const send = async (name: string, { upload }: typeof busy, width: number) => {
    await upload(own(aPng({ width, height: 800, colorType: 2 })));
    done.push(name);
  };
  const many = Array.from({ length: 8 }, (_, n) => send("busy", busy, 1_000 + n));
  // Begun when the first of them is decoded.
  await many[0];
  await send("quiet", quiet, 1_100);
  await Promise.all(many);
  expect(done.indexOf("quiet")).toBeLessThan(5);
});
