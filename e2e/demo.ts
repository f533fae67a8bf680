import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const Demo = z.object({
  base_url: z.string(),
  app_id: z.string(),
  client_id: z.string(),
  client_secret: z.string(),
  browser_app_id: z.string(),
  admin_email: z.string(),
  admin_password: z.string(),
});

/** What the running server's seed wrote down about its demo tenant. */
export function readDemo(): z.output<typeof Demo> {
  const dataDir = process.env.E2E_DATA_DIR ?? ".usher";
  return Demo.parse(JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8")));
}
