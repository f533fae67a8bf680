import type { AddressInfo } from "node:net";
import pg from "pg";
import { prepareTables } from "./schema.ts";
import { createListener } from "./server.ts";
import { startTicker } from "./ticker.ts";

const CONNECTIONS = 10;

interface Options {
  /** The PostgreSQL in whose schema stripe_sandbox the state is kept. */
  databaseUrl: string;
  host?: string;
  /** 0 = any free port. */
  port?: number;
  /** Where a browser reaches the hosted pages; the listener's own address when left out. */
  publicUrl?: string;
  /** Each of them lets its bearer issue keys over HTTP (issue-keys.ts); without any, nobody can. */
  issuerSecrets?: readonly string[];
  onError?: (error: unknown) => void;
}

/**
 * Starts a stand-in for Stripe that speaks its wire protocol on a listener of its own. It knows nothing of who uses it, and
 * its state survives a restart as Stripe's would.
 */
export async function startSandbox(options: Options): Promise<{ url: string; close(): Promise<void> }> {
  const {
    databaseUrl,
    host = "127.0.0.1",
    port = 0,
    issuerSecrets = [],
    onError = () => undefined,
  } = options;
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: CONNECTIONS,
    application_name: "stripe-sandbox",
  });
  pool.on("error", onError);
  let url = "";
  const baseUrl = () => (options.publicUrl ?? url).replace(/\/$/, "");
  try {
    const client = await pool.connect();
    await prepareTables(client).finally(() => client.release());
    const ticker = startTicker({ pool, baseUrl, onError });
    const server = createListener({
      pool,
      issuerSecrets,
      baseUrl,
      onError,
      onDeliveries: ticker.onDeliveries,
      onClock: ticker.onClock,
    });
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, host, resolve);
    }).catch(async (error: unknown) => {
      await ticker.stop();
      throw error;
    });
    // A listening TCP server's address is an AddressInfo.
    url = `http://${host}:${(server.address() as AddressInfo).port}`;
    return {
      url,
      async close() {
        await ticker.stop();
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
        await pool.end();
      },
    };
  } catch (error) {
    await pool.end();
    throw error;
  }
}
