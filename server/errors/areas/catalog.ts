import type { CatalogueEntry } from "../catalogue-entry.ts";

/** Errors of the catalog; a part of the catalogue. */
export const CATALOG_ERRORS = {
  product_not_found: { code: "K5001", status: 404, message: "There is no such product." },
  plan_not_found: { code: "K5002", status: 404, message: "There is no such plan." },
  plan_price_not_found: { code: "K5003", status: 404, message: "There is no such plan price." },
  feature_not_found: { code: "K5004", status: 404, message: "There is no such feature." },
  pack_not_found: { code: "K5005", status: 404, message: "There is no such pack." },
  catalog_value_taken: { code: "K5006", status: 409, message: "The {field} {value} is taken. {remedy}" },
  pack_status_conflict: {
    code: "K5007",
    status: 409,
    message: "A pack that is {status} cannot be {action}. Clone it into a new draft.",
  },
  catalog_object_archived: { code: "K5008", status: 409, message: "The {thing} is archived." },
  entitlement_invalid: {
    code: "K5009",
    status: 422,
    message: "The entitlement for {feature_key} breaks a rule: {rule}.",
  },
  plan_not_published: {
    code: "K5010",
    status: 409,
    message: "The plan has no published version. Publish one first.",
  },
  currency_unknown: { code: "K5011", status: 422, message: "{currency} is not an ISO 4217 currency." },
  catalog_object_in_use: {
    code: "K5012",
    status: 409,
    message: "The {thing} has live subscriptions and cannot be archived.",
  },
  plan_is_free_plan: {
    code: "K5013",
    status: 409,
    message: "The plan is its product's free plan. Choose another free plan first.",
  },
  pack_migration_in_progress: {
    code: "K5014",
    status: 409,
    message: "Another migration of this plan is under way: {migration_id}.",
  },
  pack_migration_not_possible: {
    code: "K5015",
    status: 422,
    message: "Subscribers can move between published packs of one plan only: {rule}.",
  },
  pack_migration_not_found: { code: "K5016", status: 404, message: "There is no such pack migration." },
  pack_migration_not_reversible: {
    code: "K5017",
    status: 409,
    message: "A migration that is {status} cannot be rolled back.",
  },
  currency_not_sold: {
    code: "K5018",
    status: 422,
    message: "Nothing is sold in {currency}: the card provider does not take it. Choose another currency.",
  },
  amount_not_chargeable: {
    code: "K5019",
    status: 422,
    message:
      "{amount} cannot be charged in {currency}: the card provider takes multiples of {step} minor units. Round the amount.",
  },
  catalog_preview_stale: {
    code: "K5020",
    status: 409,
    message:
      "One of the catalogs changed since this preview, so nothing was copied. Look at the new preview, then copy.",
  },
  catalog_copy_conflict: {
    code: "K5021",
    status: 409,
    message: "Nothing was copied, because {thing} is in conflict. {reason}",
  },
  catalog_source_missing: {
    code: "K5022",
    status: 409,
    message:
      "There is no catalog to copy from: catalogs are copied between a LIVE tenant and its sandbox, and this tenant has none. Create the sandbox with the switch between Live and Test in the dashboard.",
  },
} as const satisfies Record<string, CatalogueEntry>;
