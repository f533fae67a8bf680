import type { z } from "zod";
import type { Scope } from "../../../platform/scope.ts";
import { getPackOrThrow } from "./load-pack.ts";
import type * as schema from "./schema.ts";
import { viewPack } from "./view-pack.ts";

/** Throws pack_not_found. */
export async function getPack(
  scope: Scope,
  input: z.output<typeof schema.PackId>,
): Promise<z.output<typeof schema.Pack>> {
  return viewPack(await getPackOrThrow(scope.db, scope, input.pack_id));
}
