import type { z } from "zod";
import { ApiError } from "../../errors/api-error.ts";
import { addSeconds } from "../../platform/clock.ts";
import type { Scope, Tx } from "../../platform/scope.ts";
import { forgetTenant } from "../../platform/shared-cache.ts";
import { recordChange } from "../events/record-change.ts";
import { checkOrigins } from "../tenants/check-origins.ts";
import type { Application } from "../tenants/schema.ts";
import { issueCredentials } from "./application-credentials.ts";
import { viewApplication } from "./application-view.ts";
import type { ApplicationId, RotateApplication, UpdateApplication } from "./change-application-schema.ts";
import type { ApplicationWithSecrets } from "./schema.ts";

type View = z.output<typeof Application>;

/** Commits a change of an application, and clears the copies that processes cache of it: this process's own at once. */
async function changing<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
  const done = await scope.db.$transaction(async (tx) => {
    const result = await work(tx);
    await forgetTenant(tx, scope.tenantId);
    return result;
  });
  scope.applications.forgetTenant(scope.tenantId);
  return done;
}

/** Changes name, origins or scopes. Throws application_not_found or origin_not_secure. */
export async function updateApplication(
  scope: Scope,
  input: z.output<typeof UpdateApplication>,
): Promise<View> {
  checkOrigins(scope, input.allowed_origins ?? []);
  return changing(scope, async (tx) => {
    const before = await getApplicationOrThrow(tx, scope, input.application_id);
    const row = await tx.application.update({
      where: { tenantId_id: { tenantId: scope.tenantId, id: before.id } },
      data: {
        name: input.name,
        allowedOrigins: input.allowed_origins,
        scopes: input.scopes,
        updatedAt: scope.clock.now(),
      },
    });
    const after = viewApplication(row, before.credentials);
    const object = { objectType: "application", objectId: row.id };
    await recordChange(tx, scope, {
      type: "application.updated",
      ...object,
      before: viewApplication(before, before.credentials),
      after,
    });
    return after;
  });
}

/** Gives new credentials; the old ones end after the overlap. Throws application_not_found. */
export async function rotateApplication(
  scope: Scope,
  input: z.output<typeof RotateApplication>,
): Promise<z.output<typeof ApplicationWithSecrets>> {
  const { tenantId, clock } = scope;
  const now = clock.now();
  return changing(scope, async (tx) => {
    const application = await getApplicationOrThrow(tx, scope, input.application_id);
    if (application.revokedAt) throw new ApiError("application_not_found");
    const endsAt = addSeconds(now, input.overlap_seconds);
    await tx.applicationCredential.updateMany({
      where: {
        tenantId,
        applicationId: application.id,
        OR: [{ expiresAt: null }, { expiresAt: { gt: endsAt } }],
      },
      data: { expiresAt: endsAt },
    });
    const owner = { tenantId, applicationId: application.id, kind: application.kind };
    const { appId, clientSecret } = await issueCredentials(tx, owner, now);
    const view = viewApplication(application, [{ hint: appId.slice(-4) }]);
    const object = { objectType: "application", objectId: application.id };
    await recordChange(tx, scope, { type: "application.rotated", ...object, after: view });
    return { ...view, app_id: appId, client_secret: clientSecret };
  });
}

/**
 * Ends an application: identifier, secret and tokens stop working when this commits. Throws application_not_found. A second call changes
 * nothing.
 */
export async function revokeApplication(scope: Scope, input: z.output<typeof ApplicationId>): Promise<View> {
  return changing(scope, async (tx) => {
    const before = await getApplicationOrThrow(tx, scope, input.application_id);
    if (before.revokedAt) return viewApplication(before, before.credentials);
    const now = scope.clock.now();
    const row = await tx.application.update({
      where: { tenantId_id: { tenantId: scope.tenantId, id: before.id } },
      data: { revokedAt: now, updatedAt: now },
    });
    const after = viewApplication(row, before.credentials);
    const object = { objectType: "application", objectId: row.id };
    await recordChange(tx, scope, { type: "application.revoked", ...object, after });
    return after;
  });
}

/** An application of the scope's tenant with its present identifiers, newest first. Throws application_not_found. */
async function getApplicationOrThrow(tx: Tx, scope: Scope, id: string) {
  const application = await tx.application.findUnique({
    where: { tenantId_id: { tenantId: scope.tenantId, id } },
    include: { credentials: { where: { kind: "IDENTIFIER" }, orderBy: { createdAt: "desc" } } },
  });
  if (!application) throw new ApiError("application_not_found");
  return application;
}
