import { chmod, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

/** What a script needs to use the demo tenant. */
const Demo = z.object({
  base_url: z.string(),
  tenant_id: z.string(),
  app_id: z.string(),
  client_id: z.string(),
  client_secret: z.string(),
  browser_app_id: z.string(),
  admin_email: z.string(),
  admin_password: z.string(),
  /** Where the embedded sandbox for cards answers, and the demo tenant's secret key there; left out with an account at Stripe. */
  sandbox_url: z.string().optional(),
  sandbox_secret_key: z.string().optional(),
});
export type Demo = z.output<typeof Demo>;

/** The file of an earlier start, or of an earlier version, which did not name the tenant. */
const KeptDemo = Demo.partial({ tenant_id: true });

const fileOf = (dataDir: string) => join(dataDir, "demo.json");
/** What is written before its transaction is committed, and renamed after it. */
const asideOf = (dataDir: string) => `${fileOf(dataDir)}.new`;

export type KeptDemo = z.output<typeof KeptDemo>;

/** The files of an earlier start that can be read: demo.json first, then one that a crash kept from getting that name. */
export async function readDemos(dataDir: string): Promise<KeptDemo[]> {
  const read = async (path: string) => KeptDemo.safeParse(JSON.parse(await readFile(path, "utf8"))).data;
  const all = [fileOf(dataDir), asideOf(dataDir)].map((path) => read(path).catch(() => undefined));
  return (await Promise.all(all)).filter((demo) => demo !== undefined);
}

/** Writes what becomes demo.json with `placeDemo`. Readable by its owner alone. */
export async function prepareDemoFile(dataDir: string, demo: Demo): Promise<void> {
  const path = asideOf(dataDir);
  await mkdir(dataDir, { recursive: true });
  await writeFile(path, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600, flush: true });
  await chmod(path, 0o600);
}

/** Gives what was prepared its name: demo.json is there whole or not at all. */
export async function placeDemoFile(dataDir: string): Promise<void> {
  await rename(asideOf(dataDir), fileOf(dataDir));
}
