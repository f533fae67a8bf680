import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { unique } from "../../testing/world.ts";
import { newSecret, signedHeaders } from "./deliveries/sign.ts";
import { withTables } from "./docs.ts";

const ROOT = join(import.meta.dirname, "../../..");
const text = await readFile(join(ROOT, "docs/webhooks.md"), "utf8");

it("docs/webhooks.md tells of every type and every wait as the code has them (node scripts/webhook-docs.ts mends it)", () => {
  expect(text).toBe(withTables(text));
  expect(text).toContain("| `waitlist.joined` | A person joined the waitlist. | WaitlistEntry |");
});

it("its receiver takes what is signed, and nothing else", async () => {
  const [, code = ""] = /```js\n([\s\S]*?)```/.exec(text) ?? [];
  const secret = newSecret();
  process.env.WEBHOOK_SECRET = secret;
  // Where it finds the library as a reader's file would.
  const folder = join(ROOT, "node_modules/.cache");
  const file = join(folder, `${unique("receiver")}.mjs`);
  await mkdir(folder, { recursive: true });
  await writeFile(file, code);
  const { receiver }: { receiver: Server } = await import(pathToFileURL(file).href);
  await new Promise<void>((done) => receiver.listen(0, "127.0.0.1", done));
  try {
    // A listening TCP server's address is an AddressInfo.
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const body = '{"id":"evt_1","type":"waitlist.joined"}';
    const headers = signedHeaders({ id: "evt_1", body }, [secret], new Date());
    const send = async (sent: string) => (await fetch(url, { method: "POST", headers, body: sent })).status;
    expect([await send(body), await send(body), await send(`${body} `)]).toEqual([204, 204, 400]);
  } finally {
    receiver.closeAllConnections();
    receiver.close();
    await rm(file);
  }
});
