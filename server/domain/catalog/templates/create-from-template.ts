import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import type { Scope } from "../../../platform/scope.ts";
import { saveSettings } from "../../tenants/settings.ts";
import { changeCatalog } from "../change-catalog.ts";
import { type CopyItem, compareCatalogs } from "../copies/compare-catalogs.ts";
import { loadCatalog } from "../copies/load-catalog.ts";
import { lockCatalog, writeItems } from "../copies/write-items.ts";
import { refuseDuplicate } from "../refuse-duplicate.ts";
import { requireSold } from "../sellable.ts";
import { viewProduct } from "../views.ts";
import { contentsOfTemplate, TEMPLATES } from "./contents-of-template.ts";
import type { CreatedFromTemplate, CreateFromTemplate } from "./create-from-template-schema.ts";

/**
 * Writes a template's product with its plans, prices and published packs in one transaction, each with its event and audit row. Throws
 * catalog_value_taken, currency_unknown or currency_not_sold.
 */
export async function createFromTemplate(
  scope: Scope,
  input: z.output<typeof CreateFromTemplate>,
): Promise<z.output<typeof CreatedFromTemplate>> {
  const { template: key, slug, currency } = input;
  requireSold(currency);
  const template = TEMPLATES[key];
  return refuseDuplicate("slug", slug, () =>
    changeCatalog(scope, async (tx) => {
      await lockCatalog(tx, scope);
      const items = compareCatalogs(contentsOfTemplate(template, input), await loadCatalog(tx, scope));
      requireFree(items);
      // A feature that is there already keeps its words.
      const news = items.map((item) =>
        item.change === "CHANGED" ? { ...item, change: "UNCHANGED" as const } : item,
      );
      await writeItems(tx, scope, news, { publishes: true });
      if (template.signupPolicy) await saveSettings(tx, scope, { signup_policy: template.signupPolicy });
      const where = { tenantId: scope.tenantId, slug };
      return { template: key, product: viewProduct(await tx.product.findFirstOrThrow({ where })) };
    }),
  );
}

/** catalog_value_taken: the product is new, and each feature new or the one that is meant. */
function requireFree(items: CopyItem[]): void {
  for (const { kind, key, kept, change } of items) {
    if (kind === "PRODUCT" && kept && change !== "ONLY_HERE")
      throw new ApiError("catalog_value_taken", {
        details: { field: "slug", value: key, remedy: "Choose another." },
      });
    if (kind === "FEATURE" && change === "CONFLICT")
      throw new ApiError("catalog_value_taken", {
        details: {
          field: "feature key",
          value: key,
          remedy:
            "Another feature has it, or an archived one. Choose another template, or create the plans by hand.",
        },
      });
  }
}
