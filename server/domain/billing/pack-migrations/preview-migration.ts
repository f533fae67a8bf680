import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import { formatMoney } from "../../../platform/money.ts";
import type { Scope } from "../../../platform/scope.ts";
import { getPackWithEntitlements, type PackWithEntitlements } from "../../catalog/load-plan-price.ts";
import { compareEntitlements } from "../../catalog/packs/rules.ts";
import { viewPack } from "../../catalog/packs/view-pack.ts";
import { inTotal } from "./billed-now.ts";
import { compareSubscribers, type Effect } from "./compare-subscribers.ts";
import type { MigrationPreview, PreviewMigration } from "./preview-migration-schema.ts";

/** The two packs of a migration. Throws pack_not_found or pack_migration_not_possible. */
export async function loadPacks(
  scope: Scope,
  { pack_id, from_pack_id }: z.output<typeof PreviewMigration>,
): Promise<{ from: PackWithEntitlements; to: PackWithEntitlements }> {
  const [from, to] = await Promise.all(
    [from_pack_id, pack_id].map((id) => getPackWithEntitlements(scope.db, scope, id)),
  );
  if (!from || !to) {
    const missing = from
      ? { field: "pack_id", value: pack_id }
      : { field: "from_pack_id", value: from_pack_id };
    throw new ApiError("pack_not_found", { details: missing });
  }
  const rule =
    from.id === to.id
      ? "they are the same"
      : from.planId !== to.planId
        ? "they belong to two plans"
        : from.status === "DRAFT"
          ? "a draft has no subscribers"
          : null;
  if (rule !== null) throw new ApiError("pack_migration_not_possible", { details: { rule } });
  return { from, to };
}

/**
 * What subscribers would gain, lose and owe by moving from one pack to another. Changes nothing. Throws pack_not_found or
 * pack_migration_not_possible.
 */
export async function previewMigration(
  scope: Scope,
  input: z.output<typeof PreviewMigration>,
): Promise<z.output<typeof MigrationPreview>> {
  const { from, to } = await loadPacks(scope, input);
  const { added, removed, changed } = compareEntitlements(
    viewPack(from).entitlements,
    viewPack(to).entitlements,
  );
  const { subscribers, effects, billed } = await compareSubscribers(scope, from, to);
  const changes = changed.flatMap(({ feature_key, changes: fields }) =>
    fields.map(({ field, before, after }) => ({
      feature_key,
      field,
      before: before ?? null,
      after: after ?? null,
    })),
  );
  const billedNow = inTotal(billed);
  const names = new Map(
    [...from.entitlements, ...to.entitlements].map(({ feature }) => [feature.key, feature.name]),
  );
  return {
    from_pack_id: from.id,
    to_pack_id: to.id,
    subscribers,
    gains: added,
    losses: removed,
    changes,
    features: effects,
    over_limit: effects
      .filter(({ over_limit }) => over_limit > 0)
      .map(({ feature_key, over_limit }) => ({ feature_key, subscribers: over_limit })),
    billed_now: billedNow,
    summary: [...effects.flatMap((effect) => inWords(effect, names)), ...billedNow.map(billedInWords)],
  };
}

function billedInWords({ subscribers, amount, currency }: ReturnType<typeof inTotal>[number]): string {
  const who = subscribers === 1 ? "1 subscriber owes" : `${subscribers} subscribers owe`;
  const sum = formatMoney(BigInt(amount), currency);
  return `If they move now, ${who} ${sum} for use past a limit so far, billed with the next invoice`;
}

function inWords(
  { feature_key, gained, lost, limit_raised, limit_lowered, over_limit }: Effect,
  names: Map<string, string>,
): string[] {
  const name = names.get(feature_key) ?? feature_key;
  const sentences: [number, string, string][] = [
    [gained, "gains", name],
    [lost, "loses", name],
    [limit_raised, "gets", `a higher limit of ${name}`],
    [limit_lowered, "gets", `a lower limit of ${name}`],
    [over_limit, "will have", `used more of ${name} than this version allows`],
  ];
  return sentences
    .filter(([count]) => count > 0)
    .map(([count, verb, what]) =>
      count === 1 ? `1 subscriber ${verb} ${what}` : `${count} subscribers ${PLURAL[verb] ?? verb} ${what}`,
    );
}

const PLURAL: Record<string, string> = { gains: "gain", loses: "lose", gets: "get" };
