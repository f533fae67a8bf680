import type pg from "pg";
import { ApiError } from "../errors/api-error.ts";
import type { CardProvider } from "../providers/port.ts";
import type { SandboxKeys } from "../providers/sandbox-keys.ts";
import type { Batcher } from "./batcher.ts";
import type { Clock } from "./clock.ts";
import type { Config } from "./config.ts";
import type { Vault } from "./crypto.ts";
import type { Feature, Prisma } from "./database/client/client.ts";
import type { Db, Statements } from "./database/db.ts";
import type { Tx } from "./database/open.ts";
import type { RlsMonitor } from "./database/rls-monitor.ts";
import type { TenantDatabase } from "./database/row-level-security.ts";
import { newId } from "./ids.ts";
import type { Keyring } from "./keyring.ts";
import type { Log } from "./log.ts";
import type { RateLimiter } from "./rate-limit.ts";
import type { SharedCache } from "./shared-cache.ts";
import type { Throttle } from "./throttle.ts";

/** An application as the door knows it. */
export interface KnownApplication {
  tenantId: string;
  tenantMode: "LIVE" | "TEST";
  id: string;
  kind: "SERVER" | "BROWSER";
  allowedOrigins: string[];
  scopes: string[];
  /** When the identifier that was used stops working, after it was rotated. */
  expiresAt: Date | null;
}

/** A user's session as the door knows it. */
export interface KnownSession {
  userId: string;
  applicationId: string | null;
  customerId: string | null;
  /** The user's role in their own tenant; null for an end user. */
  role: "OWNER" | "ADMIN" | "SUPPORT" | "VIEWER" | null;
  expiresAt: Date;
}

/** A pack with what it grants. */
export type PackWithEntitlements = Prisma.PackGetPayload<{
  include: { entitlements: { include: { feature: true; prices: true } } };
}>;

/** A free plan's active pack. */
export interface FreePlan {
  productId: string;
  packId: string;
  featureIds: ReadonlySet<string>;
}

/** How a tenant's account with the card provider is opened: set up once by the process, told by configuration. */
export type OpenCardProvider = (account: {
  endpoint: string;
  secretKey: string;
  publishableKey: string | null;
}) => CardProvider;

/** Hands work to the job worker; the queue's own types stand in jobs/queue.ts. */
export interface JobSender {
  send(
    name: "provider-event" | "pack-migration" | "erasure",
    data: { tenantId: string; id: string },
  ): Promise<void>;
}

/** What the process has: made once at start, the same for every request. */
export interface Services {
  config: Config;
  /** The address under which we are reached, without a slash at the end. */
  baseUrl: string;
  /** All tenants' rows: for whoever is at work before a tenant is known, or for all of them. */
  db: Db;
  pool: pg.Pool;
  /** One tenant's rows alone, whatever is asked for. */
  tenantDatabase(tenantId: string): TenantDatabase;
  rlsMonitor: RlsMonitor;
  clock: Clock;
  log: Log;
  vault: Vault;
  /** Who shows it may set up an installation without an owner. Every process derives the same from the installation's secret. */
  setupToken: string;
  keyring: Keyring;
  applications: SharedCache<KnownApplication>;
  sessions: SharedCache<KnownSession>;
  /** Published packs, which never change, and features by key; by `${tenantId} ${id or key}`. */
  packs: SharedCache<PackWithEntitlements>;
  features: SharedCache<Feature>;
  /** Free plans by tenant. */
  freePlans: SharedCache<FreePlan[]>;
  /** Price lists by tenant, then by what was asked; written and read by catalog/pricing alone. */
  pricing: SharedCache<Map<string, object>>;
  /** Looks up together what is asked at the same time, and counts together what is used. */
  reads: Batcher;
  writes: Batcher;
  openCardProvider: OpenCardProvider;
  sandboxKeys: SandboxKeys;
  jobs: JobSender;
  throttle: Throttle;
  rates: RateLimiter;
  /** Asks the database whether it is there, however busy the pool is. Throws when it is not. */
  pingDatabase(): Promise<void>;
}

export interface Actor {
  type: "APPLICATION" | "USER" | "SYSTEM";
  id: string;
}

export interface Client {
  /** What may be called a SERVER is the tenant's own back end: trusted with addresses, and many people stand behind it. */
  kind: "SERVER" | "BROWSER";
  /** An IP address, or the network of one. */
  address: string;
}

/** On whose behalf an operation runs. Everything it reads or writes belongs to tenantId. */
export interface Scope extends Omit<Services, "db" | "pool"> {
  /** A caller's: behind the wall, with the tenant's rows alone. The system's own: everything. */
  db: Db;
  pool: Statements;
  /** The way past the wall: for the few operations that have to do with several tenants. */
  system: Services;
  tenantId: string;
  tenantMode: "LIVE" | "TEST";
  actor: Actor;
  /** The calling application; null for members of the dashboard and for jobs. */
  applicationId: string | null;
  /** Through what an outsider calls, and from where; null for members of the dashboard and for jobs. */
  client: Client | null;
  requestId: string;
  /** What the caller asked for under an Idempotency-Key, also when it is asked for again after a crash; a name for just this. */
  onceKey?: string;
  /** Whether the same request was sent before and cut off: what it was to reach may have been reached. */
  isRepeat?: boolean;
  /** The session of a user's token; null for every other caller. */
  sessionId: string | null;
  /** Set for an end user's token: the one customer it may reach. */
  ownCustomerId: string | null;
}

/** The scope of what runs without a caller: jobs, callbacks, seeds. name says which, in the audit. */
export function systemScope(
  services: Services,
  tenant: { id: string; mode: "LIVE" | "TEST" },
  name: string,
): Scope {
  return {
    ...services,
    system: services,
    tenantId: tenant.id,
    tenantMode: tenant.mode,
    actor: { type: "SYSTEM", id: name },
    applicationId: null,
    client: null,
    sessionId: null,
    requestId: newId("request"),
    ownCustomerId: null,
  };
}

/**
 * The same scope past the wall, for the few operations that have to do with several tenants: members and their accounts, which
 * belong to the installation, and the making of a sandbox.
 */
export function withoutRls(scope: Scope): Scope {
  const { db, pool } = scope.system;
  return { ...scope, db, pool };
}

/** Refuses with K2010 when an end user's token reaches for another customer than its own. */
export function requireOwn(scope: Scope, customerId: string): void {
  if (scope.ownCustomerId !== null && scope.ownCustomerId !== customerId) throw new ApiError("K2010");
}

export type { Db, Tx };
