import type { z } from "zod";
import type { Scope } from "../../../platform/scope.ts";
import { getActivePack } from "../get-plan-price.ts";
import { getPackOrThrow } from "./load-pack.ts";
import { compareBundles } from "./rules.ts";
import type * as schema from "./schema.ts";
import { viewPack } from "./view-pack.ts";

/** The differences between a pack and the version on sale. K5005. */
export async function diffPack(
  scope: Scope,
  input: z.output<typeof schema.PackId>,
): Promise<z.output<typeof schema.PackDiff>> {
  const pack = await getPackOrThrow(scope.db, scope, input.pack_id);
  const active = await getActivePack(scope.db, scope, pack.planId);
  const before = active ? viewPack(active).entitlements : [];
  return {
    pack_id: pack.id,
    compared_to: active?.id ?? null,
    ...compareBundles(before, viewPack(pack).entitlements),
  };
}
