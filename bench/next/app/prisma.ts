import { PrismaPg } from "@prisma/adapter-pg";
import { createLocalJWKSet, jwtVerify } from "jose";
import { PrismaClient } from "../../../server/platform/database/client/client";

export const prisma = new PrismaClient({
  adapter: new PrismaPg({ connectionString: process.env.DATABASE_URL, max: 20 }),
});

const keys = createLocalJWKSet(JSON.parse(process.env.BENCH_JWKS ?? '{"keys":[]}'));

/** The tenant of the caller's token; null when it is not good. */
export async function tenantOf(request: Request): Promise<string | null> {
  try {
    const token = (request.headers.get("authorization") ?? "").slice("Bearer ".length);
    const { payload } = await jwtVerify(token, keys, { typ: "at+jwt" });
    return String(payload.tenant_id);
  } catch {
    return null;
  }
}

/** What the customer has of the feature: the subscription with its pack's entitlement, overrides and the open counter. */
export async function termsOf(tenantId: string, externalId: string, key: string) {
  const customer = await prisma.customer.findUnique({
    where: { tenantId_externalId: { tenantId, externalId } },
  });
  const feature = await prisma.feature.findUnique({ where: { tenantId_key: { tenantId, key } } });
  if (!customer || !feature) return null;
  const subscription = await prisma.subscription.findFirst({
    where: { tenantId, customerId: customer.id, status: { not: "CANCELED" } },
    include: { plan: true, pack: { include: { entitlements: { where: { featureId: feature.id } } } } },
  });
  const overrides = await prisma.override.findMany({
    where: { tenantId, customerId: customer.id, featureId: feature.id, revokedAt: null },
  });
  const counter = await prisma.usageRecord.findFirst({
    where: { tenantId, customerId: customer.id, featureId: feature.id, status: "OPEN" },
  });
  const entitlement = subscription?.pack?.entitlements[0];
  const added = overrides.reduce((sum, { limitAdd }) => sum + (limitAdd?.toNumber() ?? 0), 0);
  const limit = entitlement?.limit ? entitlement.limit.toNumber() + added : null;
  return { customer, feature, subscription, counter, limit, isGranted: entitlement?.enabled ?? false };
}
