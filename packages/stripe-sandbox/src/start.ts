import type { AddressInfo } from "node:net";
import pg from "pg";
import type { Mode } from "./account-mode.ts";
import { type KeyPair, makeKeyPair, registerKeys } from "./keys.ts";
import { RateLimiter, type RateLimits } from "./rate-limits.ts";
import { prepareSandboxTables } from "./schema.ts";
import { createListener } from "./server.ts";
import { startTicker } from "./ticker.ts";

const CONNECTIONS = 10;
const STRIPE_TEST_CARDS = "https://docs.stripe.com/testing";

export type StripeSandboxOptions = (
  | {
      /** The PostgreSQL database that keeps the state, in its schema `stripe_sandbox`. */
      databaseUrl: string;
      pool?: undefined;
    }
  | {
      /** The same, as a pool of the caller's: the sandbox works on its connections and does not end it. */
      pool: pg.Pool;
      databaseUrl?: undefined;
    }
) & {
  /** The address to listen on. 127.0.0.1 when left out. */
  host?: string;
  /** The port to listen on; 0, or left out: any free one. */
  port?: number;
  /** Where a browser reaches the hosted pages; the listener's own address when left out. */
  publicUrl?: string;
  /** The page about test cards that the hosted pages with a card form link to; Stripe's when left out. */
  testCardsUrl?: string;
  /** Each of them lets its bearer issue keys with `POST /sandbox/keys`; without any, `issueKeys` alone does. */
  issuerSecrets?: readonly string[];
  /** How often an account may call, such as STRIPE_RATE_LIMITS; without any, as often as it likes. */
  rateLimits?: RateLimits;
  /** Takes what the sandbox could not do, such as an answer it failed to make; ignored when left out. */
  onError?: (error: unknown) => void;
};

export interface StripeSandbox {
  /** Where the API and the hosted pages are served. */
  url: string;
  /**
   * Two keys of a new account, or of the one that is named, in test mode unless live mode is named; with permissions, such as
   * "rak_product_write", a restricted key in place of the secret one. They are shown this once: the
   * sandbox keeps their digests.
   */
  issueKeys(of?: { account?: string; mode?: Mode; permissions?: string[] }): Promise<KeyPair>;
  /** Lets what is under way end, then closes the listener and the sandbox's own connections. The state stays. */
  close(): Promise<void>;
}

/**
 * Starts a stand-in for Stripe that speaks its wire protocol on a listener of its own. It makes its tables where they are missing,
 * and its state survives a restart as Stripe's would. Throws what PostgreSQL or the listener says, such as EADDRINUSE.
 */
export async function createStripeSandbox(options: StripeSandboxOptions): Promise<StripeSandbox> {
  const { host = "127.0.0.1", port = 0, issuerSecrets = [], onError = () => undefined } = options;
  const { pool, end } = openPool(options, onError);
  let url = "";
  const baseUrl = () => (options.publicUrl ?? url).replace(/\/$/, "");
  try {
    const client = await pool.connect();
    await prepareSandboxTables(client).finally(() => client.release());
    const ticker = startTicker({ pool, baseUrl, onError });
    const server = createListener({
      pool,
      issuerSecrets,
      limiter: options.rateLimits ? new RateLimiter(options.rateLimits) : null,
      baseUrl,
      testCardsUrl: options.testCardsUrl ?? STRIPE_TEST_CARDS,
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
      async issueKeys({ account, mode, permissions } = {}) {
        const pair = makeKeyPair(account, mode, permissions);
        await registerKeys(pool, [pair]);
        return pair;
      },
      async close() {
        await ticker.stop();
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** The connections to work on, and how to end those that were opened here. */
function openPool(
  { pool, databaseUrl }: StripeSandboxOptions,
  onError: (error: unknown) => void,
): { pool: pg.Pool; end: () => Promise<void> } {
  if (pool) return { pool, end: async () => undefined };
  const own = new pg.Pool({
    connectionString: databaseUrl,
    max: CONNECTIONS,
    application_name: "stripe-sandbox",
  });
  own.on("error", onError);
  return { pool: own, end: () => own.end() };
}
