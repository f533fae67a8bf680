import { sha256 } from "../../platform/crypto.ts";
import type { KnownApplication, Services } from "../../platform/scope.ts";

/**
 * The active application behind an `x-app-id` value; null when there is none.
 * Cached; revoking, rotating and changing it reach every process at once (tenant-wide cache notice).
 */
export function findApplication(services: Services, identifier: string): Promise<KnownApplication | null> {
  return find(services, sha256(identifier));
}

/** The active application with that id (the `app_id` of a token); null when there is none. Cached alike. */
export function findApplicationById(services: Services, id: string): Promise<KnownApplication | null> {
  return find(services, id);
}

async function find(services: Services, lookup: string): Promise<KnownApplication | null> {
  const known = await services.applications.get(lookup, async () => {
    const value = await load(services, lookup);
    return value && { tenantId: value.tenantId, value };
  });
  return known && (known.expiresAt === null || known.expiresAt > services.clock.now()) ? known : null;
}

async function load(services: Services, lookup: string): Promise<KnownApplication | null> {
  const entry = await services.db.applicationDirectory.findUnique({
    where: { lookup },
    include: { application: true, tenant: { select: { mode: true, suspendedAt: true } } },
  });
  if (!entry || entry.application.revokedAt || entry.tenant.suspendedAt) return null;
  const { tenantId, id, kind, allowedOrigins, scopes } = entry.application;
  const known = { tenantId, tenantMode: entry.tenant.mode, id, kind, allowedOrigins, scopes };
  if (lookup === id) return { ...known, expiresAt: null };
  const credential = await services.db.applicationCredential.findUnique({
    where: { tenantId_kind_hash: { tenantId, kind: "IDENTIFIER", hash: lookup } },
  });
  return credential && { ...known, expiresAt: credential.expiresAt };
}
