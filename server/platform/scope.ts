import type { LRUCache } from "lru-cache";
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
import type { QueuedPool } from "./database/queued-pool.ts";
import type { RlsMonitor } from "./database/rls-monitor.ts";
import type { TenantDatabase } from "./database/row-level-security.ts";
import { newId } from "./ids.ts";
import type { Keyring } from "./keyring.ts";
import type { Log } from "./log.ts";
import type { RateLimiter } from "./rate-limit.ts";
import type { SharedCache } from "./shared-cache.ts";
import type { Throttle } from "./throttle.ts";
import type { WorkHealth } from "./work-health.ts";

/** An application as the entry point knows it. */
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

/** A user's session as the entry point knows it. */
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

/** Opens a tenant's account with the card provider; built once per process, from its configuration. */
export type OpenCardProvider = (account: {
  endpoint: string;
  secretKey: string;
  publishableKey: string | null;
}) => CardProvider;

/** Queues work for the job worker; the jobs' names and data are in jobs/schedules.ts. */
export interface JobSender {
  send(
    name: "provider-event" | "pack-migration" | "erasure",
    data: { tenantId: string; id: string },
    /** 0 by default. */
    afterSeconds?: number,
  ): Promise<void>;
}

/** The process's services: made once at start, the same for every request. */
export interface Services {
  config: Config;
  /** Our public address, without a slash at the end. */
  baseUrl: string;
  /** All tenants' rows: for work before the tenant is known, or for all tenants. */
  db: Db;
  pool: QueuedPool;
  /** One tenant's rows alone, by row-level security. */
  tenantDatabase(tenantId: string): TenantDatabase;
  rlsMonitor: RlsMonitor;
  clock: Clock;
  log: Log;
  vault: Vault;
  /** Allows to set up an installation that has no owner. Every process derives the same from the installation's secret. */
  setupToken: string;
  keyring: Keyring;
  applications: SharedCache<KnownApplication>;
  /** Ids of applications whose use this process has written down lately. */
  usedApplications: LRUCache<string, true>;
  sessions: SharedCache<KnownSession>;
  /** Published packs, which never change, and features by key; by `${tenantId} ${id or key}`. */
  packs: SharedCache<PackWithEntitlements>;
  features: SharedCache<Feature>;
  /** Free plans by tenant. */
  freePlans: SharedCache<FreePlan[]>;
  /** Price lists by tenant, then by what was asked; written and read by catalog/pricing alone. */
  pricing: SharedCache<Map<string, object>>;
  /** Combine reads of the same moment into one statement, and likewise writes of usage. */
  reads: Batcher;
  writes: Batcher;
  openCardProvider: OpenCardProvider;
  sandboxKeys: SandboxKeys;
  jobs: JobSender;
  /** When the jobs and loops of this process last succeeded. */
  work: WorkHealth;
  throttle: Throttle;
  rates: RateLimiter;
  /** Checks the database on a connection of its own, however busy the pool is. Throws when it is unavailable. */
  pingDatabase(): Promise<void>;
}

export interface Actor {
  type: "APPLICATION" | "USER" | "SYSTEM";
  id: string;
}

export interface Client {
  /** SERVER is the tenant's own back end: trusted with addresses, and it calls for many people. */
  kind: "SERVER" | "BROWSER";
  /** An IP address, or the network of one. */
  address: string;
}

/** On whose behalf an operation runs. Everything it reads or writes belongs to tenantId. */
export interface Scope extends Omit<Services, "db" | "pool"> {
  /** For a caller: under row-level security, the tenant's rows alone. For the system: everything. */
  db: Db;
  pool: Statements;
  /** The services without row-level security, for the few operations on several tenants. */
  system: Services;
  tenantId: string;
  tenantMode: "LIVE" | "TEST";
  actor: Actor;
  /** The calling application; null for members of the dashboard and for jobs. */
  applicationId: string | null;
  /** The kind of application that calls, and from which address; null for members of the dashboard and for jobs. */
  client: Client | null;
  requestId: string;
  /** Identifies the request by its Idempotency-Key; the same when it is repeated after a crash. */
  onceKey?: string;
  /** Whether the same request was sent before and cut off: its effect may be there already. */
  isRepeat?: boolean;
  /**
   * Keeps which of several things the request does, before it does it, and returns what an attempt before this one has kept. Without an
   * Idempotency-Key there is none. Throws idempotent_request_in_progress.
   */
  chooseOnce?: (choice: string) => Promise<string>;
  /** The session of a user's token; null for every other caller. */
  sessionId: string | null;
  /** Set for an end user's token: the one customer it may reach. */
  ownCustomerId: string | null;
}

/** The scope of work without a caller: jobs, callbacks, seeds. name identifies it in the audit log. */
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
 * The same scope without row-level security, for the few operations on several tenants: members and their accounts, which belong to
 * the installation, and the creation of a TEST tenant.
 */
export function withoutRls(scope: Scope): Scope {
  const { db, pool } = scope.system;
  return { ...scope, db, pool };
}

/**
 * Whether the caller acts for themselves alone: an end user, a customer in the portal, a visitor. Not the tenant's back end, its members
 * or a job.
 */
export function actsForThemselves({ ownCustomerId, client, actor }: Scope): boolean {
  return ownCustomerId !== null || (client?.kind === "BROWSER" && actor.type !== "USER");
}

/**
 * Throws customer_not_own when an end user's token names another customer than its own; null is one that is not there, which is answered
 * alike, so that the answer tells no one which customers there are.
 */
export function requireOwn({ ownCustomerId }: Scope, customerId: string | null): void {
  if (ownCustomerId !== null && ownCustomerId !== customerId) throw new ApiError("customer_not_own");
}

/** An object that the caller may reach: another customer's is not there (null) for an end user. */
export function ownOnly<Row extends { customerId: string }>(
  { ownCustomerId }: Scope,
  row: Row | null,
): Row | null {
  return row !== null && ownCustomerId !== null && ownCustomerId !== row.customerId ? null : row;
}

export type { Db, Tx };
