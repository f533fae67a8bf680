import { Prisma } from "../../../platform/database/client/client.ts";
import { eachOrLog } from "../../../platform/each-or-log.ts";
import { BY_CARD } from "../../../platform/schema/provider.ts";
import type { Scope } from "../../../platform/scope.ts";
import { syncTaxIdsOnce } from "../../customers/sync-tax-ids.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import { findObjectId } from "../../tenants/provider/provider-references.ts";

/** Customers of the provider's that were never read, in one run of the reconciler. */
const NEVER_READ = 100;

/** Copies the tax ids of one of the provider's customers, who may have typed them on its pages. People who are not ours are left alone. K7xxx. */
export async function syncChangedTaxIds(scope: Scope, providerCustomerId: string): Promise<void> {
  const customerId = await findObjectId(scope.db, scope, "CUSTOMER", providerCustomerId);
  if (customerId !== null) await syncTaxIdsOnce(scope, await cardProviderOf(scope), customerId);
}

/**
 * The same for all whose tax ids changed since a time, in case callbacks were lost, and for imported ones that were never read. One that
 * cannot be read is logged and stops no other. Returns how many could not be read. K7xxx when the changes cannot be listed.
 */
export async function syncTaxIdsSince(scope: Scope, since: Date): Promise<number> {
  const provider = await cardProviderOf(scope);
  const changed = new Set(await findNeverRead(scope, provider.environment));
  for await (const id of provider.listTaxIdChangesSince(since)) changed.add(id);
  return eachOrLog(scope, changed, (id) => syncChangedTaxIds(scope, id), {
    failure: "a customer's tax ids could not be read yet",
    name: (id) => ({ provider_customer_id: id }),
  });
}

async function findNeverRead({ tenantId, db }: Scope, environment: string | undefined): Promise<string[]> {
  const rows = await db.providerReference.findMany({
    where: {
      tenantId,
      provider: BY_CARD,
      kind: "CUSTOMER",
      taxIds: { equals: Prisma.AnyNull },
      ...(environment !== undefined && { environment }),
    },
    select: { providerId: true },
    orderBy: { createdAt: "asc" },
    take: NEVER_READ,
  });
  return rows.map(({ providerId }) => providerId);
}
