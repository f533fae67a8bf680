import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What the example is told from outside. */
export interface Settings {
  port: number;
  usherUrl: string;
  tenantId: string;
  appId: string;
  clientId: string;
  clientSecret: string;
  /** What signs the webhooks: two while you rotate. */
  webhookSecrets: string[];
}

/** Reads the environment; what is missing is taken from the demo tenant of an Usher that was started in this repository. */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const file = join(import.meta.dirname, "..", "..", "..", ".usher", "demo.json");
  const demo = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const need = (name: string, fallback: string | undefined) => {
    const value = environment[name] ?? fallback;
    if (!value) throw new Error(`Set ${name}, or run npm start in the repository's root first.`);
    return value;
  };
  return {
    port: Number(environment.PORT ?? 4000),
    usherUrl: need("USHER_URL", demo.base_url),
    tenantId: need("USHER_TENANT_ID", demo.tenant_id),
    appId: need("USHER_APP_ID", demo.app_id),
    clientId: need("USHER_CLIENT_ID", demo.client_id),
    clientSecret: need("USHER_CLIENT_SECRET", demo.client_secret),
    webhookSecrets: (environment.USHER_WEBHOOK_SECRETS ?? "").split(" ").filter(Boolean),
  };
}
