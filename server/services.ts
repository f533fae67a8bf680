import { LRUCache } from "lru-cache";
import { createBatcher } from "./platform/batcher.ts";
import type { Clock } from "./platform/clock.ts";
import type { Config } from "./platform/config.ts";
import { createVault, deriveSecret } from "./platform/crypto.ts";
import type { Feature } from "./platform/database/client/client.ts";
import { openDatabase } from "./platform/database/open.ts";
import { monitorRls } from "./platform/database/rls-monitor.ts";
import { hasRls } from "./platform/database/rls-role.ts";
import { sharesOf } from "./platform/database/shares.ts";
import { type KnownKeys, openKeyring } from "./platform/keyring.ts";
import type { Log } from "./platform/log.ts";
import { createRateLimiter } from "./platform/rate-limit.ts";
import type {
  FreePlan,
  JobSender,
  KnownApplication,
  KnownSession,
  OpenCardProvider,
  PackWithEntitlements,
  Services,
} from "./platform/scope.ts";
import { openCacheHub } from "./platform/shared-cache.ts";
import { createThrottle } from "./platform/throttle.ts";
import { createWorkHealth } from "./platform/work-health.ts";
import { createSandboxKeys, sandboxIssuerSecret } from "./providers/sandbox-keys.ts";

const CACHED_CALLERS = 10_000;
const CACHED_PACKS = 2_000;
const CACHED_PRICINGS = 1_000;
const CACHE_SECONDS = 60;
/** How exactly the last use of an application is known. */
const USE_SECONDS = 300;
/** Of one tenant: few statements at a time, so that many callers share each. */
const READS = { maxItems: 50, concurrency: 2 };
/** Of one tenant and actor: a statement that waits for a counter's lock must not hold up all others. */
const WRITES = { maxItems: 50, concurrency: 4 };

interface Parts {
  config: Config;
  connectionString: string;
  baseUrl: string;
  secret: string;
  /** With which older values may be sealed. */
  previousSecrets?: readonly string[];
  clock: Clock;
  log: Log;
  openCardProvider: OpenCardProvider;
  /** Where the sandbox issues keys; without it no sandbox account can be made. */
  sandboxUrl?: string;
  jobs: JobSender;
  /** false: everything takes as long as the machine needs, for work that no caller waits for. true when left out. */
  hasTimeLimits?: boolean;
}

/**
 * Opens everything a process works with, on a migrated database. close() ends it in the reverse order; so does a failure on the
 * way, which leaves nothing open. Throws StartupError when the secret is another than the database's.
 */
export async function openServices(parts: Parts): Promise<{ services: Services; close(): Promise<void> }> {
  const opened: (() => unknown)[] = [];
  const close = async () => {
    for (const end of opened.splice(0).reverse()) await end();
  };
  try {
    return { services: await open(parts, opened), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Opens the parts one after the other, and adds how each is closed to `opened`. */
async function open(parts: Parts, opened: (() => unknown)[]): Promise<Services> {
  const { config, clock, log, hasTimeLimits = true } = parts;
  const database = openDatabase({
    connectionString: parts.connectionString,
    poolSize: config.poolSize,
    shares: sharesOf(config.role, config.poolSize),
    applicationName: `usher-${config.role}`,
    hasTimeLimits,
    ...(config.mode === "production" && {
      onNetworkCall: (error: Error) => log.error({ err: error }, "a transaction waits for the network"),
    }),
  });
  opened.push(() => database.close());
  await database.pool.warmUp();
  const hasPolicies = await hasRls(database.pool);
  const rlsMonitor = await monitorRls({ pool: database.pool, isUsed: hasPolicies, log });
  const vault = createVault(parts.secret, parts.previousSecrets);
  const hub = await openCacheHub(parts.connectionString, log);
  opened.push(() => hub.close());
  const keyring = await openKeyring({
    db: database.prisma,
    vault,
    clock,
    issuer: parts.baseUrl,
    known: hub.cache<KnownKeys>({ max: 1, ttlSeconds: CACHE_SECONDS }),
  });
  const rates = createRateLimiter({ pool: database.pool, clock, log });
  opened.push(() => rates.close());
  return {
    config,
    baseUrl: parts.baseUrl,
    db: database.prisma,
    pool: database.pool,
    tenantDatabase: hasPolicies
      ? database.tenantDatabases.of
      : () => ({ db: database.prisma, pool: database.pool }),
    rlsMonitor,
    clock,
    log,
    vault,
    setupToken: deriveSecret(parts.secret, "usher setup token"),
    keyring,
    applications: hub.cache<KnownApplication>({ max: CACHED_CALLERS, ttlSeconds: CACHE_SECONDS }),
    usedApplications: new LRUCache({ max: CACHED_CALLERS, ttl: USE_SECONDS * 1000 }),
    sessions: hub.cache<KnownSession>({ max: CACHED_CALLERS, ttlSeconds: CACHE_SECONDS }),
    packs: hub.cache<PackWithEntitlements>({ max: CACHED_PACKS, ttlSeconds: CACHE_SECONDS }),
    features: hub.cache<Feature>({ max: CACHED_CALLERS, ttlSeconds: CACHE_SECONDS }),
    freePlans: hub.cache<FreePlan[]>({ max: CACHED_CALLERS, ttlSeconds: CACHE_SECONDS }),
    pricing: hub.cache({ max: CACHED_PRICINGS, ttlSeconds: CACHE_SECONDS }),
    reads: createBatcher(READS),
    writes: createBatcher(WRITES),
    openCardProvider: parts.openCardProvider,
    sandboxKeys: createSandboxKeys({
      url: parts.sandboxUrl ?? null,
      secret: sandboxIssuerSecret(parts.secret),
      hasTimeLimits,
    }),
    jobs: parts.jobs,
    work: createWorkHealth(clock),
    throttle: createThrottle(database.pool),
    rates,
    pingDatabase: () => hub.ping(),
  };
}
