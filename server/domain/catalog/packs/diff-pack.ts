import type { z } from "zod";
import type { Scope } from "../../../platform/scope.ts";
import { getActivePack } from "../load-plan-price.ts";
import { changesInWords } from "./changes-in-words.ts";
import { countSubscribers } from "./count-subscribers.ts";
import { getPackOrThrow } from "./load-pack.ts";
import { compareEntitlements } from "./rules.ts";
import type * as schema from "./schema.ts";
import { wordedOf } from "./view-pack.ts";

/**
 * The differences between a pack and the version on sale, and how many subscriptions they do not reach by themselves. Throws
 * pack_not_found.
 */
export async function diffPack(
  scope: Scope,
  input: z.output<typeof schema.PackId>,
): Promise<z.output<typeof schema.PackDiff>> {
  const { tenantId, db } = scope;
  const pack = await getPackOrThrow(db, scope, input.pack_id);
  const { planId } = pack;
  const [active, sold, subscribers] = await Promise.all([
    getActivePack(db, scope, planId),
    db.planPrice.findMany({ where: { tenantId, planId, archivedAt: null } }),
    countSubscribers(scope, planId),
  ]);
  const before = active ? wordedOf(active) : [];
  const after = wordedOf(pack);
  return {
    pack_id: pack.id,
    compared_to: active?.id ?? null,
    ...compareEntitlements(before, after),
    summary: changesInWords(before, after, sold),
    subscribers,
  };
}
