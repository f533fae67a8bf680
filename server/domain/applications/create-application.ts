import type { z } from "zod";
import { newId } from "../../platform/ids.ts";
import type { Scope, Tx } from "../../platform/scope.ts";
import { recordChange } from "../events/record-change.ts";
import { checkOrigins } from "../tenants/check-origins.ts";
import type { ApplicationWithSecrets, CreateApplication } from "../tenants/schema.ts";
import { issueCredentials } from "./application-credentials.ts";
import { viewApplication } from "./application-view.ts";

/** Creates an application; its identifier and client secret are only in this response. K3017. */
export function createApplication(
  scope: Scope,
  input: z.output<typeof CreateApplication>,
): Promise<z.output<typeof ApplicationWithSecrets>> {
  return scope.db.$transaction((tx) => createApplicationIn(tx, scope, input));
}

/** The same, inside the caller's transaction. */
export async function createApplicationIn(
  tx: Tx,
  scope: Scope,
  input: z.output<typeof CreateApplication>,
): Promise<z.output<typeof ApplicationWithSecrets>> {
  const { tenantId, clock } = scope;
  const now = clock.now();
  checkOrigins(scope, input.allowed_origins);
  const application = await tx.application.create({
    data: {
      tenantId,
      id: newId("application"),
      name: input.name,
      kind: input.kind,
      allowedOrigins: input.allowed_origins,
      scopes: input.scopes,
      createdAt: now,
      updatedAt: now,
    },
  });
  const owner = { tenantId, applicationId: application.id, kind: application.kind };
  const { appId, clientSecret } = await issueCredentials(tx, owner, now);
  await tx.applicationDirectory.create({
    data: { lookup: application.id, tenantId, applicationId: application.id },
  });
  const view = viewApplication(application, [{ hint: appId.slice(-4) }]);
  await recordChange(tx, scope, {
    type: "application.created",
    objectType: "application",
    objectId: application.id,
    after: view,
  });
  return { ...view, app_id: appId, client_secret: clientSecret };
}
