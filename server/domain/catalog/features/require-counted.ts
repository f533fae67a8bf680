import { ApiError } from "../../../errors/api-error.ts";
import type { Feature } from "../../../platform/database/client/client.ts";
import { isCounted } from "../../../platform/units.ts";

/** Throws feature_not_counted for a feature that has no units to count. */
export function requireCounted({ key, type }: Pick<Feature, "key" | "type">): void {
  if (!isCounted(type))
    throw new ApiError("feature_not_counted", { details: { feature_key: key, feature_type: type } });
}
