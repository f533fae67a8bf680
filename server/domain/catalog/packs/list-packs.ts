import type { z } from "zod";
import { newestFirst, toPage } from "../../../platform/page.ts";
import type { Scope } from "../../../platform/scope.ts";
import { getPlanOrThrow } from "../plans/get-plan.ts";
import type { ListPacks, PackPage } from "./list-packs-schema.ts";
import { viewPack } from "./view-pack.ts";

/** Newest first; of one plan when it is named (plan_not_found). */
export async function listPacks(
  scope: Scope,
  input: z.output<typeof ListPacks>,
): Promise<z.output<typeof PackPage>> {
  const plan = input.plan_id === undefined ? null : await getPlanOrThrow(scope.db, scope, input.plan_id);
  const rows = await scope.db.pack.findMany({
    ...newestFirst(scope.tenantId, input, { ...(plan && { planId: plan.id }) }),
    include: { entitlements: { include: { feature: true, prices: true } } },
  });
  return toPage(rows, input.limit, viewPack);
}
