import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import type { Scope } from "../../../platform/scope.ts";
import { recordChange } from "../../events/record-change.ts";
import { changeCatalog } from "../change-catalog.ts";
import { refuseDuplicate } from "../refuse-duplicate.ts";
import { compareCatalogs } from "./compare-catalogs.ts";
import type { CreateCopy } from "./create-copy-schema.ts";
import { loadCatalog } from "./load-catalog.ts";
import { countOf, readSource, versionOf } from "./preview-copy.ts";
import type { Copy } from "./schema.ts";
import { lockCatalog, writeItems } from "./write-items.ts";

/**
 * Carries out exactly what the preview of this version shows, in one transaction, under locks on all that it compares. Of two at once the
 * second finds another catalog and is refused.
 */
export async function createCopy(
  scope: Scope,
  input: z.output<typeof CreateCopy>,
): Promise<z.output<typeof Copy>> {
  const { version, publish } = input;
  const { from, to, contents } = await readSource(scope);
  return refuseDuplicate("catalog", "of this tenant", () =>
    changeCatalog(scope, async (tx) => {
      await lockCatalog(tx, scope);
      const items = compareCatalogs(contents, await loadCatalog(tx, scope));
      if (versionOf(items) !== version) throw new ApiError("catalog_preview_stale");
      const conflict = items.find(({ change }) => change === "CONFLICT");
      if (conflict)
        throw new ApiError("catalog_copy_conflict", {
          details: { thing: `the ${conflict.kind.toLowerCase()} ${conflict.key}`, reason: conflict.reason },
        });
      await writeItems(tx, scope, items, { publishes: publish });
      const copy = { version, from, to, published: publish, counts: countOf(items) };
      if (copy.counts.new + copy.counts.changed > 0)
        await recordChange(tx, scope, {
          type: "catalog.copied",
          objectType: "tenant",
          objectId: scope.tenantId,
          after: copy,
        });
      return copy;
    }),
  );
}
