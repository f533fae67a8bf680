import { entitlementInWords } from "../../../../server/domain/catalog/packs/words.ts";
import type { Api } from "../../../_lib/api.ts";

/** An entitlement as the API sends it, of a template or of a pack that is compared. */
export type Granted = Awaited<
  ReturnType<Api["templates"]["list"]["query"]>
>["data"][number]["plans"][number]["entitlements"][number];

/** The currencies and intervals at which a plan is sold. */
export type Sold = Parameters<typeof entitlementInWords>[1];

/** A feature with what a line says of it. */
export interface GrantedFeature {
  name: string;
  type: string;
  unit_label: string | null;
}

/** What a plan grants of a feature, as a line: "API calls: 10,000 a month, then $2 per 1,000 calls". */
export function grantLine(feature: GrantedFeature, granted: Granted, sold: Sold): string {
  const { name, type, unit_label } = feature;
  const words = entitlementInWords({ ...granted, feature_name: name, feature_type: type, unit_label }, sold);
  return `${name}: ${words}`;
}
