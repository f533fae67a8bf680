import type { EndpointKey } from "../domain/webhooks/deliveries/claimed-delivery.ts";
import { newSecret } from "../domain/webhooks/deliveries/sign.ts";
import { sealSecret } from "../domain/webhooks/secrets.ts";
import { newId } from "../platform/ids.ts";
import type { Services } from "../platform/scope.ts";

/** Statements with more rows than this would have too many parameters. */
const ROWS = 1_000;

/** Makes tenants with one endpoint each, in few statements: by the API thousands would take minutes. */
export async function manyEndpoints(services: Services, urls: string[]): Promise<EndpointKey[]> {
  const { db, vault, clock } = services;
  const stamps = { createdAt: clock.now(), updatedAt: clock.now() };
  const made: EndpointKey[] = [];
  for (let from = 0; from < urls.length; from += ROWS) {
    const rows = urls.slice(from, from + ROWS).map((url) => {
      const [id, tenantId, secretId] = [newId("webhookEndpoint"), newId("tenant"), newId("webhookSecret")];
      return { id, tenantId, url, secret: { id: secretId, ...sealSecret(vault, secretId, newSecret()) } };
    });
    await db.tenant.createMany({
      data: rows.map(({ tenantId }) => ({
        id: tenantId,
        slug: tenantId.replace("_", "-"),
        name: "Test tenant",
        mode: "TEST" as const,
        ...stamps,
      })),
    });
    await db.webhookEndpoint.createMany({
      data: rows.map(({ tenantId, id, url }) => ({
        tenantId,
        id,
        url,
        types: ["waitlist.joined"],
        ...stamps,
      })),
    });
    await db.webhookSecret.createMany({
      data: rows.map(({ tenantId, id, secret }) => ({
        tenantId,
        endpointId: id,
        createdAt: stamps.createdAt,
        ...secret,
      })),
    });
    made.push(...rows.map(({ tenantId, id }) => ({ tenantId, endpointId: id })));
  }
  return made;
}

/** Writes so many events in each tenant, which queues as many deliveries to its endpoint. Returns their ids. */
export async function writeEvents(
  { db, clock }: Services,
  tenantIds: string[],
  each: number,
): Promise<string[]> {
  const rows = tenantIds.flatMap((tenantId) =>
    Array.from({ length: each }, () => ({
      tenantId,
      id: newId("event"),
      type: "waitlist.joined",
      objectType: "waitlist_entry",
      objectId: newId("waitlistEntry"),
      sequence: 1,
      data: { status: "PENDING" },
      createdAt: clock.now(),
    })),
  );
  for (let from = 0; from < rows.length; from += ROWS)
    await db.event.createMany({ data: rows.slice(from, from + ROWS) });
  return rows.map(({ id }) => id);
}
