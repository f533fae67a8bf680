import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Of the environment; else of the demo tenant of an Usher that was started in this repository. */
function read(name: string, ofDemo: string): string {
  const file = join(process.cwd(), "..", "..", ".usher", "demo.json");
  const value = process.env[name] ?? (existsSync(file) ? JSON.parse(readFileSync(file, "utf8"))[ofDemo] : "");
  if (!value) throw new Error(`Set ${name}, or run npm start in the repository's root first.`);
  return value;
}

/** What this product is told from outside, read when it is first needed. */
export const settings = {
  usher: () => ({
    baseUrl: read("USHER_URL", "base_url"),
    appId: read("USHER_APP_ID", "app_id"),
    clientId: read("USHER_CLIENT_ID", "client_id"),
    clientSecret: read("USHER_CLIENT_SECRET", "client_secret"),
  }),
  tenant: () => read("USHER_TENANT_ID", "tenant_id"),
  /** Two while the secret is being rotated. */
  webhookSecrets: () => (process.env.USHER_WEBHOOK_SECRETS ?? "").split(" ").filter(Boolean),
  sessionSecret: () => process.env.SESSION_SECRET ?? read("USHER_CLIENT_SECRET", "client_secret"),
};
