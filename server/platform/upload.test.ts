import { existsSync, readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, it } from "vitest";
import { aTenant } from "../testing/a-tenant.ts";
import { openWorld } from "../testing/world.ts";
import { spool } from "./upload.ts";

it("closes what was opened of it, whether read to its end or not", async () => {
  const file = await spool(Readable.from([Buffer.alloc(300_000, "a")]), 1_000_000);
  const [begun, whole, unread] = [file.open(), file.open(), file.open()] as [Readable, Readable, Readable];
  await begun.iterator({ destroyOnReturn: false }).next();
  for await (const _ of whole);
  await file.discard();
  await expect.poll(() => [begun, whole, unread].map(({ closed }) => closed)).toEqual([true, true, true]);
});

it("leaves no file open, taken or refused", async () => {
  const world = await openWorld();
  const { server } = await aTenant(world);
  const send = (text: string) =>
    fetch(`${world.baseUrl}/v1/waitlist/import`, {
      method: "POST",
      headers: { ...server.headers, "content-type": "text/csv" },
      body: text,
    });
  const files = [
    "email,Email\na@example.com,b@example.com\n",
    `email\n${"x".repeat(200_000)}\n`,
    "email\na@example.com\n",
  ];
  const answers = await Promise.all(files.map(send));
  expect(answers.map(({ status }) => status)).toEqual([422, 200, 200]);
  await expect.poll(openUploads).toEqual([]);
  await world.close();
});

/** The temporary files of uploads that this process has open; none where there is no /proc. */
function openUploads(): string[] {
  const folder = "/proc/self/fd";
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    try {
      const path = readlinkSync(join(folder, name));
      return path.includes("usher-upload-") ? [path] : [];
    } catch {
      return [];
    }
  });
}
