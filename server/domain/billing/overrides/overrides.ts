import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import { Prisma } from "../../../platform/database/client/client.ts";
import { newId } from "../../../platform/ids.ts";
import { toWireAmount } from "../../../platform/money.ts";
import { newestFirst, toPage } from "../../../platform/page.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { getFeatureByKeyOrThrow } from "../../catalog/features/get-feature.ts";
import { withCustomerClock } from "../../customers/customer-clock.ts";
import { getActiveCustomerOrThrow, getCustomerOrThrow } from "../../customers/find-customer.ts";
import { recordChange } from "../../events/record-change.ts";
import { brokenOverrideRule } from "./rules.ts";
import type * as schema from "./schema.ts";

type View = z.output<typeof schema.Override>;

const PARTS = { feature: true, customer: true } as const satisfies Prisma.OverrideInclude;
type Row = Prisma.OverrideGetPayload<{ include: typeof PARTS }>;

/** Applies an override to what the customer's plan grants. K3003, K8001, K8011 a broken rule. */
export async function createOverride(
  caller: Scope,
  input: z.output<typeof schema.CreateOverride>,
): Promise<View> {
  const { tenantId, actor, db } = caller;
  const [customer, feature] = await Promise.all([
    getActiveCustomerOrThrow(db, caller, input.customer),
    getFeatureByKeyOrThrow(caller, input.feature_key),
  ]);
  const scope = await withCustomerClock(db, caller, customer);
  const now = scope.clock.now();
  const rule = brokenOverrideRule(feature, input, now);
  if (rule !== null) throw new ApiError("K8011", { details: { rule } });
  return db.$transaction(async (tx) => {
    const row = await tx.override.create({
      data: {
        tenantId,
        id: newId("override"),
        customerId: customer.id,
        featureId: feature.id,
        enabled: input.enabled,
        limitSet: input.limit_set,
        limitAdd: input.limit_add,
        unlimited: input.unlimited ?? false,
        // What came as JSON is JSON.
        value: input.value === undefined ? Prisma.DbNull : (input.value as Prisma.InputJsonValue),
        overage: input.overage,
        overageCeiling: input.overage_ceiling,
        overageCapAmount:
          input.overage_cap_amount === undefined ? undefined : BigInt(input.overage_cap_amount),
        reason: input.reason,
        createdBy: actor.id,
        createdAt: now,
        startsAt: input.starts_at === undefined ? now : new Date(input.starts_at),
        endsAt: input.ends_at === undefined ? null : new Date(input.ends_at),
      },
      include: PARTS,
    });
    const after = view(row, now);
    await recordChange(tx, scope, {
      type: "override.created",
      objectType: "override",
      objectId: row.id,
      after,
    });
    return after;
  });
}

/** Ends an override now. Idempotent. K8012. */
export async function revokeOverride(
  caller: Scope,
  { id }: z.output<typeof schema.OverrideId>,
): Promise<View> {
  const { tenantId, db } = caller;
  return db.$transaction(async (tx) => {
    await tx.$queryRaw`select 1 from overrides where tenant_id = ${tenantId} and id = ${id} for update`;
    const before = await load(tx, caller, id);
    const scope = await withCustomerClock(tx, caller, before.customer);
    const now = scope.clock.now();
    if (before.revokedAt) return view(before, now);
    const row = await tx.override.update({
      where: { tenantId_id: { tenantId, id } },
      data: { revokedAt: now },
      include: PARTS,
    });
    const change = { before: view(before, now), after: view(row, now) };
    await recordChange(tx, scope, {
      type: "override.revoked",
      objectType: "override",
      objectId: id,
      ...change,
    });
    return change.after;
  });
}

/** One override. K8012. */
export async function getOverride(scope: Scope, { id }: z.output<typeof schema.OverrideId>): Promise<View> {
  const row = await load(scope.db, scope, id);
  return view(row, (await withCustomerClock(scope.db, scope, row.customer)).clock.now());
}

/** Overrides, newest first. K3003, K8001. */
export async function listOverrides(scope: Scope, input: z.output<typeof schema.ListOverrides>) {
  const { tenantId, db } = scope;
  const customer = input.customer === undefined ? null : await getCustomerOrThrow(db, scope, input.customer);
  const feature =
    input.feature_key === undefined ? null : await getFeatureByKeyOrThrow(scope, input.feature_key);
  const now = (await withCustomerClock(db, scope, customer)).clock.now();
  const inForce = {
    revokedAt: null,
    startsAt: { lte: now },
    OR: [{ endsAt: null }, { endsAt: { gt: now } }],
  };
  const rows = await db.override.findMany({
    ...newestFirst(tenantId, input, {
      ...(customer && { customerId: customer.id }),
      ...(feature && { featureId: feature.id }),
      ...(input.active && inForce),
    }),
    include: PARTS,
  });
  return toPage(rows, input.limit, (row) => view(row, now));
}

async function load(tx: Tx, { tenantId }: Scope, id: string): Promise<Row> {
  const row = await tx.override.findUnique({ where: { tenantId_id: { tenantId, id } }, include: PARTS });
  if (!row) throw new ApiError("K8012");
  return row;
}

function view(row: Row, now: Date): View {
  const isActive = row.revokedAt === null && row.startsAt <= now && (row.endsAt === null || row.endsAt > now);
  return {
    id: row.id,
    customer_id: row.customerId,
    feature_key: row.feature.key,
    enabled: row.enabled,
    limit_set: row.limitSet?.toNumber() ?? null,
    limit_add: row.limitAdd?.toNumber() ?? null,
    unlimited: row.unlimited,
    value: row.value,
    overage: row.overage,
    overage_ceiling: row.overageCeiling?.toFixed() ?? null,
    overage_cap_amount: row.overageCapAmount === null ? null : toWireAmount(row.overageCapAmount),
    reason: row.reason,
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
    starts_at: row.startsAt.toISOString(),
    ends_at: row.endsAt?.toISOString() ?? null,
    revoked_at: row.revokedAt?.toISOString() ?? null,
    is_active: isActive,
  };
}
