import type { z } from "zod";
import { newId } from "../../platform/ids.ts";
import type { Scope, Tx } from "../../platform/scope.ts";
import { recordChanges } from "../events/record-change.ts";
import { checkOrigins } from "../tenants/check-origins.ts";
import { drawCredentials } from "./application-credentials.ts";
import { viewApplication } from "./application-view.ts";
import type { CreateApplication } from "./create-application-schema.ts";
import type { ApplicationWithSecrets } from "./schema.ts";

type Input = z.output<typeof CreateApplication>;
type Created = z.output<typeof ApplicationWithSecrets>;

/** Creates an application; its identifier and client secret are only in this response. Throws origin_not_secure. */
export async function createApplication(scope: Scope, input: Input): Promise<Created> {
  const created = await scope.db.$transaction((tx) => createApplications(tx, scope, [input]));
  // One for each input.
  return created[0] as Created;
}

/** The same for several at once, in the caller's transaction, in their order. Throws origin_not_secure. */
export async function createApplications(tx: Tx, scope: Scope, inputs: Input[]): Promise<Created[]> {
  const { tenantId } = scope;
  const now = scope.clock.now();
  for (const { allowed_origins } of inputs) checkOrigins(scope, allowed_origins);
  const rows = await tx.application.createManyAndReturn({
    data: inputs.map(({ name, kind, allowed_origins, scopes }) => ({
      tenantId,
      id: newId("application"),
      name,
      kind,
      scopes,
      allowedOrigins: allowed_origins,
      createdAt: now,
      updatedAt: now,
    })),
  });
  const made = rows.map((application) => {
    const owner = { tenantId, applicationId: application.id, kind: application.kind };
    const { shown, credentials, lookup } = drawCredentials(owner, now);
    const view = viewApplication(application, [{ hint: shown.appId.slice(-4) }]);
    return { view, shown, credentials, lookups: [lookup, { ...lookup, lookup: application.id }] };
  });
  await tx.applicationCredential.createMany({ data: made.flatMap(({ credentials }) => credentials) });
  await tx.applicationDirectory.createMany({ data: made.flatMap(({ lookups }) => lookups) });
  await recordChanges(
    tx,
    scope,
    made.map(({ view }) => ({
      type: "application.created",
      objectType: "application",
      objectId: view.id,
      after: view,
    })),
  );
  return made.map(({ view, shown }) => ({ ...view, app_id: shown.appId, client_secret: shown.clientSecret }));
}
