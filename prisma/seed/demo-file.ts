import { chmod, readFile, rename, writeFile } from "node:fs/promises";
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

/** The file of an earlier start; null when it is not there or not whole. */
export async function readDemo(dataDir: string): Promise<z.output<typeof KeptDemo> | null> {
  try {
    return KeptDemo.parse(JSON.parse(await readFile(join(dataDir, "demo.json"), "utf8")));
  } catch {
    return null;
  }
}

/** Readable by its owner alone, and there whole or not at all. */
export async function writeDemo(dataDir: string, demo: Demo): Promise<void> {
  const path = join(dataDir, "demo.json");
  const aside = `${path}.${process.pid}`;
  await writeFile(aside, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600, flush: true });
  await chmod(aside, 0o600);
  await rename(aside, path);
}
