import { entitlementInWords } from "../../../../server/domain/catalog/packs/words.ts";
import type { Api } from "../../../_lib/api.ts";

/** An entitlement as the API sends it, of a template or of a pack that is compared. */
export type Granted = Awaited<
  ReturnType<Api["templates"]["list"]["query"]>
>["data"][number]["plans"][number]["entitlements"][number];

type Sold = Parameters<typeof entitlementInWords>[1];

/** What a plan grants of a feature, as a line: "API calls: 10,000 a month, then $2 per 1,000". */
export function grantLine(feature: { name: string; type: string }, granted: Granted, sold: Sold): string {
  const words = entitlementInWords(
    { ...granted, feature_name: feature.name, feature_type: feature.type },
    sold,
  );
  return `${feature.name}: ${words}`;
}
