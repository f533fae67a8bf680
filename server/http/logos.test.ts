import { readFileSync } from "node:fs";
import { describe, expect } from "vitest";
import { loadLogo } from "../domain/billing/invoices/load-logo.ts";
import { it } from "../testing/it.ts";
import { anOwner } from "../testing/mutations-dashboard.ts";
import { aStage } from "../testing/stage.ts";
import type { World } from "../testing/world.ts";

const PNG = readFileSync("public/icon.png");
const JPEG = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(100)]);

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
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(PNG);
    // Read where it is stored: also at an address that the installation had before.
    const drawn = await loadLogo(stage.scope, `https://former.example${pathname}`);
    expect(Buffer.from(drawn ?? [])).toEqual(PNG);
    const jpeg = new URL(await upload(own(JPEG))).pathname;
    expect((await fetch(`${world.baseUrl}${jpeg}`)).headers.get("content-type")).toBe("image/jpeg");
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
    expect(await refusal(huge)).toMatch(/4 million pixels/);
  });
});
