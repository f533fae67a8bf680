import type { z } from "zod";
import { newestFirst, toPage } from "../../../platform/page.ts";
import type { Scope } from "../../../platform/scope.ts";
import { viewFeature } from "../views.ts";
import type { FeaturePage, ListFeatures } from "./list-features-schema.ts";

/** Newest first. */
export async function listFeatures(
  scope: Scope,
  input: z.output<typeof ListFeatures>,
): Promise<z.output<typeof FeaturePage>> {
  const rows = await scope.db.feature.findMany(newestFirst(scope.tenantId, input));
  return toPage(rows, input.limit, viewFeature);
}
