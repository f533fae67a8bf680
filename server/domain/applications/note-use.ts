import type { KnownApplication, Services } from "../../platform/scope.ts";

/**
 * Writes down that a request came with an application's keys, at most once in five minutes of each process. The request does not wait for
 * it, nor fail with it.
 */
export function noteUse(
  services: Services,
  { tenantId, id }: Pick<KnownApplication, "tenantId" | "id">,
): void {
  const { usedApplications, db, clock, log } = services;
  if (usedApplications.has(id)) return;
  usedApplications.set(id, true);
  db.application
    .updateMany({ where: { tenantId, id }, data: { lastUsedAt: clock.now() } })
    .catch((error: unknown) =>
      log.warn({ err: error }, "the use of an application could not be written down"),
    );
}
