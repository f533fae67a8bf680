import type { z } from "zod";
import type { Prisma } from "../../platform/database/client/client.ts";
import { getFeatureByKeyOrThrow } from "../catalog/get-feature.ts";
import { getCustomerOrThrow } from "../customers/find-customer.ts";
import { requireOwn, type Scope } from "../scope.ts";
import { viewUsageRecord } from "../usage/view-usage.ts";
import type { ListUsage, UsageRecords } from "./schema.ts";

/** Interface 4.13: counters by customer, feature, dimension, status and time, newest period first. K3003, K8001. */
export async function listUsage(
  scope: Scope,
  input: z.output<typeof ListUsage>,
): Promise<z.output<typeof UsageRecords>> {
  const named = input.customer ?? scope.ownCustomerId;
  const customer = named ? await getCustomerOrThrow(scope.db, scope, named) : null;
  if (customer) requireOwn(scope, customer.id);
  const feature =
    input.feature_key === undefined ? null : await getFeatureByKeyOrThrow(scope, input.feature_key);
  const where: Prisma.UsageRecordWhereInput = {
    tenantId: scope.tenantId,
    ...(customer && { customerId: customer.id }),
    ...(feature && { featureId: feature.id }),
    ...(input.dimension !== undefined && { dimension: input.dimension }),
    ...(input.status && { status: input.status }),
    ...(input.from !== undefined && { periodEnd: { gt: new Date(input.from) } }),
    ...(input.to !== undefined && { periodStart: { lt: new Date(input.to) } }),
  };
  const rows = await scope.db.usageRecord.findMany({
    where,
    include: {
      feature: true,
      subscription: { select: { currentPeriodStart: true, currentPeriodEnd: true } },
    },
    orderBy: [{ periodStart: "desc" }, { id: "desc" }],
    take: input.limit,
  });
  return rows.map(({ feature: of, subscription, ...row }) => {
    const { currentPeriodStart: start, currentPeriodEnd: end } = subscription ?? {};
    return viewUsageRecord(row, of, start && end ? { start, end } : null);
  });
}
