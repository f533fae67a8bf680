import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import { sha256 } from "../../../platform/crypto.ts";
import type { Scope } from "../../../platform/scope.ts";
import { authorizeCounterpart } from "../../tenants/counterpart.ts";
import { getTenant } from "../../tenants/get-tenant.ts";
import { type CopyItem, compareCatalogs } from "./compare-catalogs.ts";
import { type CatalogContents, contentsOf, loadCatalog } from "./load-catalog.ts";
import type { CopyPreview } from "./preview-copy-schema.ts";

/** Where a copy comes from: read at one moment, so that it never mixes two states of the catalog. */
interface Source {
  from: z.output<typeof CopyPreview>["from"];
  to: z.output<typeof CopyPreview>["to"];
  contents: CatalogContents;
}

/** The differences that a copy of the counterpart's catalog would settle here. Throws tenant_access_denied or catalog_source_missing. */
export async function previewCopy(scope: Scope): Promise<z.output<typeof CopyPreview>> {
  const { from, to, contents } = await readSource(scope);
  const kept = await scope.db.$transaction((tx) => loadCatalog(tx, scope), {
    isolationLevel: "RepeatableRead",
  });
  const items = compareCatalogs(contents, kept);
  return { version: versionOf(items), from, to, counts: countOf(items), items: items.map(viewItem) };
}

/** Reads the catalog to copy. Throws tenant_access_denied or catalog_source_missing. */
export async function readSource(scope: Scope): Promise<Source> {
  const counterpart = await authorizeCounterpart(scope);
  if (!counterpart) throw new ApiError("catalog_source_missing");
  const { id: tenantId, slug, mode } = counterpart;
  const own = await getTenant(scope.db, scope);
  const kept = await scope
    .tenantDatabase(tenantId)
    .db.$transaction((tx) => loadCatalog(tx, { tenantId }), { isolationLevel: "RepeatableRead" });
  return {
    from: { tenant_id: tenantId, slug, mode },
    to: { tenant_id: own.id, slug: own.slug, mode: own.mode },
    contents: contentsOf(kept),
  };
}

/** Names all that a preview shows: two previews with the same version would be carried out alike. */
export function versionOf(items: CopyItem[]): string {
  return sha256(JSON.stringify(items.map(viewItem)));
}

export function countOf(items: CopyItem[]): z.output<typeof CopyPreview>["counts"] {
  const count = (change: CopyItem["change"]) => items.filter((item) => item.change === change).length;
  return {
    new: count("NEW"),
    changed: count("CHANGED"),
    unchanged: count("UNCHANGED"),
    conflict: count("CONFLICT"),
    only_here: count("ONLY_HERE"),
  };
}

function viewItem({ kind, change, key, name, changes, reason }: CopyItem) {
  return { kind, change, key, name, changes, reason };
}
