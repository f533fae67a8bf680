import type pg from "pg";
import { ApiError } from "../errors/api-error.ts";
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import type { Vault } from "../platform/crypto.ts";
import type { Db, Tx } from "../platform/database/open.ts";
import type { Keyring } from "../platform/keyring.ts";
import type { Log } from "../platform/log.ts";
import type { SharedCache } from "../platform/shared-cache.ts";
import type { CardProvider } from "../providers/port.ts";

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
  customerId: string | null;
}

/** How a tenant's account with the card provider is opened: set up once by the process, told by configuration. */
export type OpenCardProvider = (account: {
  endpoint: string;
  secretKey: string;
  publishableKey: string | null;
}) => CardProvider;

/** Hands work to the job worker; the queue's own types stand in jobs/queue.ts. */
export interface JobSender {
  send(name: "provider-event", data: { tenantId: string; id: string }): Promise<void>;
}

/** What the process has: made once at start, the same for every request. */
export interface Services {
  config: Config;
  /** The address under which we are reached, without a slash at the end. */
  baseUrl: string;
  db: Db;
  pool: pg.Pool;
  clock: Clock;
  log: Log;
  vault: Vault;
  keyring: Keyring;
  applications: SharedCache<KnownApplication>;
  sessions: SharedCache<KnownSession>;
  openCardProvider: OpenCardProvider;
  jobs: JobSender;
}

export interface Actor {
  type: "APPLICATION" | "USER" | "SYSTEM";
  id: string;
}

/** On whose behalf an operation runs. Everything it reads or writes belongs to tenantId. */
export interface Scope extends Services {
  tenantId: string;
  tenantMode: "LIVE" | "TEST";
  actor: Actor;
  /** The calling application; null for members of the dashboard and for jobs. */
  applicationId: string | null;
  requestId: string;
  /** Set for an end user's token: the one customer it may reach. */
  ownCustomerId: string | null;
}

/** Refuses with K2010 when an end user's token reaches for another customer than its own. */
export function requireOwn(scope: Scope, customerId: string): void {
  if (scope.ownCustomerId !== null && scope.ownCustomerId !== customerId) throw new ApiError("K2010");
}

export type { Db, Tx };
