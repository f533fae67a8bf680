import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import { newId } from "../../../platform/ids.ts";
import { decodeCursor, toPage } from "../../../platform/page.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { recordChange } from "../../events/record-change.ts";
import type { EventType } from "../../events/types.ts";
import { forgetCatalog } from "../find-free-plans.ts";
import { getActivePack, getPackWithEntitlements, type PackWithEntitlements } from "../get-plan-price.ts";
import { getPlanOrThrow, lockOpenPlan, lockPlan } from "../plans/plans.ts";
import { writeBundle } from "./bundle.ts";
import { compareBundles } from "./rules.ts";
import type * as schema from "./schema.ts";
import { EntitlementInput } from "./schema.ts";
import { viewPack } from "./view-pack.ts";

type View = z.output<typeof schema.Pack>;

async function getPackOrThrow(tx: Tx, scope: Scope, id: string): Promise<PackWithEntitlements> {
  const pack = await getPackWithEntitlements(tx, scope, id);
  if (!pack) throw new ApiError("K5005");
  return pack;
}

/** The pack, under its plan's lock: versions are counted, changed and published one after the other. */
async function lockPackOrThrow(tx: Tx, scope: Scope, id: string): Promise<PackWithEntitlements> {
  const { planId } = await getPackOrThrow(tx, scope, id);
  await lockPlan(tx, scope, planId);
  return getPackOrThrow(tx, scope, id);
}

/** Begins the next version of a plan's bundle, empty, given, or cloned. K5002, K5005, K5008, K5009, K8001. */
export async function createPack(scope: Scope, input: z.output<typeof schema.CreatePack>): Promise<View> {
  const { tenantId, clock } = scope;
  return scope.db.$transaction(async (tx) => {
    const plan = await lockOpenPlan(tx, scope, input.plan_id);
    const source =
      input.from_pack_id === undefined ? null : await getPackOrThrow(tx, scope, input.from_pack_id);
    const last = await tx.pack.aggregate({ where: { tenantId, planId: plan.id }, _max: { version: true } });
    const id = newId("pack");
    const now = clock.now();
    await tx.pack.create({
      data: {
        tenantId,
        id,
        planId: plan.id,
        version: (last._max.version ?? 0) + 1,
        createdAt: now,
        updatedAt: now,
      },
    });
    await writeBundle(tx, scope, id, input.entitlements ?? (source ? inputsOf(source) : []));
    const after = viewPack(await getPackOrThrow(tx, scope, id));
    await recordChange(tx, scope, { type: "pack.created", objectType: "pack", objectId: id, after });
    return after;
  });
}

/** A pack's bundle as one would send it. */
function inputsOf(pack: PackWithEntitlements): EntitlementInput[] {
  return viewPack(pack).entitlements.map(({ feature_id: _, feature_name: __, feature_type: ___, ...input }) =>
    EntitlementInput.parse(input),
  );
}

/** Replaces a draft's whole bundle. K5005, K5007 unless it is a draft, K5008, K5009, K8001. */
export async function setEntitlements(
  scope: Scope,
  input: z.output<typeof schema.SetEntitlements>,
): Promise<View> {
  return scope.db.$transaction(async (tx) => {
    const before = await lockPackOrThrow(tx, scope, input.pack_id);
    requireDraft(before, "changed");
    await writeBundle(tx, scope, before.id, input.entitlements);
    await tx.pack.update({
      where: { tenantId_id: { tenantId: scope.tenantId, id: before.id } },
      data: { updatedAt: scope.clock.now() },
    });
    const after = viewPack(await getPackOrThrow(tx, scope, before.id));
    await recordChange(tx, scope, {
      type: "pack.updated",
      objectType: "pack",
      objectId: before.id,
      before: viewPack(before),
      after,
    });
    return after;
  });
}

function requireDraft(pack: PackWithEntitlements, action: string): void {
  if (pack.status !== "DRAFT") throw new ApiError("K5007", { details: { status: pack.status, action } });
}

/**
 * Makes a draft the plan's one ACTIVE version; the version before is archived in the same transaction and goes on serving
 * those pinned to it. From then on it never changes. K5005, K5007, K5008 an archived plan or feature.
 */
export async function publishPack(scope: Scope, input: z.output<typeof schema.PackId>): Promise<View> {
  const { tenantId, clock } = scope;
  const view = await scope.db.$transaction(async (tx) => {
    const before = await lockPackOrThrow(tx, scope, input.pack_id);
    requireDraft(before, "published");
    await lockOpenPlan(tx, scope, before.planId);
    const archived = before.entitlements.find(({ feature }) => feature.archivedAt);
    if (archived) throw new ApiError("K5008", { details: { thing: `feature ${archived.feature.key}` } });
    await refuseUnpriced(tx, scope, before);
    const now = clock.now();
    const active = await tx.pack.findFirst({ where: { tenantId, planId: before.planId, status: "ACTIVE" } });
    if (active)
      await setStatus(tx, scope, active.id, { status: "ARCHIVED", archivedAt: now }, "pack.archived");
    return setStatus(tx, scope, before.id, { status: "ACTIVE", publishedAt: now }, "pack.published");
  });
  forgetCatalog(scope);
  return view;
}

/** K5009 where the plan is sold in a currency in which its overage has no price: it would bill nothing. */
async function refuseUnpriced(tx: Tx, scope: Scope, pack: PackWithEntitlements): Promise<void> {
  const { tenantId } = scope;
  const sold = await tx.planPrice.findMany({
    where: { tenantId, planId: pack.planId, archivedAt: null },
    select: { currency: true },
    distinct: ["currency"],
  });
  for (const { currency } of sold) requirePriced(pack, currency);
}

/** K5009 where overage that bills has no price in the currency. */
export function requirePriced(pack: PackWithEntitlements, currency: string): void {
  const unpriced = pack.entitlements.find(
    ({ overage, prices }) => overage === "BILL" && !prices.some((price) => price.currency === currency),
  );
  if (!unpriced) return;
  const rule = `the plan is sold in ${currency}, and overage BILL has no price in it`;
  throw new ApiError("K5009", { details: { feature_key: unpriced.feature.key, rule } });
}

/** Takes a version off sale for good. K5005, K5007 a draft (delete it instead). Again is harmless. */
export async function archivePack(scope: Scope, input: z.output<typeof schema.PackId>): Promise<View> {
  const view = await scope.db.$transaction(async (tx) => {
    const pack = await lockPackOrThrow(tx, scope, input.pack_id);
    if (pack.status === "DRAFT")
      throw new ApiError("K5007", { details: { status: pack.status, action: "archived" } });
    if (pack.status === "ARCHIVED") return viewPack(pack);
    return setStatus(
      tx,
      scope,
      pack.id,
      { status: "ARCHIVED", archivedAt: scope.clock.now() },
      "pack.archived",
    );
  });
  forgetCatalog(scope);
  return view;
}

type StatusChange = { status: "ACTIVE"; publishedAt: Date } | { status: "ARCHIVED"; archivedAt: Date };

async function setStatus(
  tx: Tx,
  scope: Scope,
  id: string,
  data: StatusChange,
  type: EventType,
): Promise<View> {
  const before = viewPack(await getPackOrThrow(tx, scope, id));
  await tx.pack.update({
    where: { tenantId_id: { tenantId: scope.tenantId, id } },
    data: { ...data, updatedAt: scope.clock.now() },
  });
  const after = viewPack(await getPackOrThrow(tx, scope, id));
  await recordChange(tx, scope, { type, objectType: "pack", objectId: id, before, after });
  return after;
}

/** Throws a draft away. K5005, K5007 unless it is a draft. */
export async function deletePack(
  scope: Scope,
  input: z.output<typeof schema.PackId>,
): Promise<z.output<typeof schema.Deleted>> {
  return scope.db.$transaction(async (tx) => {
    const pack = await lockPackOrThrow(tx, scope, input.pack_id);
    requireDraft(pack, "deleted");
    await tx.pack.delete({ where: { tenantId_id: { tenantId: scope.tenantId, id: pack.id } } });
    const before = viewPack(pack);
    const after = { id: pack.id, deleted: true } as const;
    await recordChange(tx, scope, {
      type: "pack.deleted",
      objectType: "pack",
      objectId: pack.id,
      before,
      after,
    });
    return after;
  });
}

export async function getPack(scope: Scope, input: z.output<typeof schema.PackId>): Promise<View> {
  return viewPack(await getPackOrThrow(scope.db, scope, input.pack_id));
}

/** What publishing it would change against the version on sale. K5005. */
export async function diffPack(
  scope: Scope,
  input: z.output<typeof schema.PackId>,
): Promise<z.output<typeof schema.PackDiff>> {
  const pack = await getPackOrThrow(scope.db, scope, input.pack_id);
  const active = await getActivePack(scope, pack.planId);
  const before = active ? viewPack(active).entitlements : [];
  return {
    pack_id: pack.id,
    compared_to: active?.id ?? null,
    ...compareBundles(before, viewPack(pack).entitlements),
  };
}

/** Newest first; of one plan when it is named (K5002). */
export async function listPacks(
  scope: Scope,
  input: z.output<typeof schema.ListPacks>,
): Promise<z.output<typeof schema.PackPage>> {
  const plan = input.plan_id === undefined ? null : await getPlanOrThrow(scope.db, scope, input.plan_id);
  const before = decodeCursor(input.cursor);
  const rows = await scope.db.pack.findMany({
    where: {
      tenantId: scope.tenantId,
      ...(plan && { planId: plan.id }),
      ...(before && { id: { lt: before } }),
    },
    include: { entitlements: { include: { feature: true, prices: true } } },
    orderBy: { id: "desc" },
    take: input.limit + 1,
  });
  return toPage(rows, input.limit, viewPack);
}
