import type { z } from "zod";
import { newestFirst, toPage } from "../../../platform/page.ts";
import type { Scope } from "../../../platform/scope.ts";
import type * as schema from "../schema.ts";
import { viewFeature } from "../views.ts";

/** Newest first. */
export async function listFeatures(
  scope: Scope,
  input: z.output<typeof schema.ListFeatures>,
): Promise<z.output<typeof schema.FeaturePage>> {
  const rows = await scope.db.feature.findMany(newestFirst(scope.tenantId, input));
  return toPage(rows, input.limit, viewFeature);
}
