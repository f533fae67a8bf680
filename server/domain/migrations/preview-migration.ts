import { Decimal } from "decimal.js";
import type { z } from "zod";
import { ApiError } from "../../errors/api-error.ts";
import { getPackWithEntitlements, type PackWithEntitlements } from "../catalog/get-plan-price.ts";
import { compareBundles } from "../catalog/rules.ts";
import { viewPack } from "../catalog/views.ts";
import { loadGrants } from "../entitlements/load-grants.ts";
import { roomFor } from "../entitlements/rules.ts";
import type { Scope } from "../scope.ts";
import { readOpenCounters } from "../usage/counters.ts";
import type { MigrationPreview, PreviewMigration } from "./schema.ts";

const AT_ONCE = 200;

/** The two packs of a migration. K5005 either is not there; K5015 of two plans, the same one, or from a draft. */
export async function loadPacks(
  scope: Scope,
  { pack_id, from_pack_id }: z.output<typeof PreviewMigration>,
): Promise<{ from: PackWithEntitlements; to: PackWithEntitlements }> {
  const [from, to] = await Promise.all(
    [from_pack_id, pack_id].map((id) => getPackWithEntitlements(scope.db, scope, id)),
  );
  if (!from || !to) throw new ApiError("K5005");
  const rule =
    from.id === to.id
      ? "they are the same"
      : from.planId !== to.planId
        ? "they belong to two plans"
        : from.status === "DRAFT"
          ? "nobody is on a draft"
          : null;
  if (rule !== null) throw new ApiError("K5015", { details: { rule } });
  return { from, to };
}

/** Who would gain and lose what by moving from one pack to another. Changes nothing. K5005, K5015. */
export async function previewMigration(
  scope: Scope,
  input: z.output<typeof PreviewMigration>,
): Promise<z.output<typeof MigrationPreview>> {
  const { from, to } = await loadPacks(scope, input);
  const { added, removed, changed } = compareBundles(viewPack(from).entitlements, viewPack(to).entitlements);
  const { subscribers, over } = await countSubscribers(scope, from.id, to.id);
  const changes = changed.flatMap(({ feature_key, changes: fields }) =>
    fields.map(({ field, before, after }) => ({
      feature_key,
      field,
      before: before ?? null,
      after: after ?? null,
    })),
  );
  const who = `${subscribers} subscriber${subscribers === 1 ? "" : "s"}`;
  return {
    from_pack_id: from.id,
    to_pack_id: to.id,
    subscribers,
    gains: added,
    losses: removed,
    changes,
    over_limit: [...over].map(([feature_key, count]) => ({ feature_key, subscribers: count })),
    summary: [
      ...added.map((key) => `${who} gain feature ${key}`),
      ...removed.map((key) => `${who} lose feature ${key}`),
      ...changes.map(
        ({ feature_key, field, before, after }) =>
          `${who}: ${feature_key} ${field} ${JSON.stringify(before)} becomes ${JSON.stringify(after)}`,
      ),
      ...[...over].map(([key, count]) => `${count} of them have used more of ${key} than they could then`),
    ],
  };
}

/** How many live subscriptions are on a pack, and how many have used more than another would let them. */
async function countSubscribers(scope: Scope, fromId: string, toId: string) {
  const { tenantId, db } = scope;
  const over = new Map<string, number>();
  let subscribers = 0;
  for (let after = ""; ; ) {
    const rows = await db.subscription.findMany({
      where: { tenantId, packId: fromId, status: { not: "CANCELED" }, id: { gt: after } },
      include: { drivers: true, planPrice: true },
      orderBy: { id: "asc" },
      take: AT_ONCE,
    });
    subscribers += rows.length;
    for (const { customerId, drivers, planPrice } of rows) {
      const counters = await readOpenCounters(db, scope, { customerId });
      if (counters.every(({ used }) => used.isZero())) continue;
      const terms = { customerId, packId: toId, currency: planPrice.currency, drivers };
      for (const grant of await loadGrants(db, scope, terms)) {
        const own = counters.filter(({ featureId }) => featureId === grant.feature.id);
        const isOver = own.some(({ dimension }) => roomFor(grant, own, dimension)?.lt(new Decimal(0)));
        if (isOver) over.set(grant.feature.key, (over.get(grant.feature.key) ?? 0) + 1);
      }
    }
    const last = rows.at(-1);
    if (!last || rows.length < AT_ONCE) return { subscribers, over };
    after = last.id;
  }
}
