import { router, tenantProcedure } from "../../../trpc/init.ts";
import { reading, writing } from "../meta.ts";
import { archivePack } from "./archive-pack.ts";
import { createPack } from "./create-pack.ts";
import { deletePack } from "./delete-pack.ts";
import { diffPack } from "./diff-pack.ts";
import { getPack } from "./get-pack.ts";
import { listPacks } from "./list-packs.ts";
import { publishPack } from "./publish-pack.ts";
import * as bundles from "./schema.ts";
import { setEntitlements } from "./set-entitlements.ts";

/** Packs: the versioned entitlements of a plan. */
export const packsRouter = router({
  create: tenantProcedure
    .meta(
      writing(
        "POST",
        "/v1/catalog/packs",
        "Create a pack",
        "A draft of the next version of a plan's entitlements.",
        {
          status: 201,
          isAtomic: true,
          errors: ["K5002", "K5005", "K5008", "K5009", "K5011", "K8001"],
        },
      ),
    )
    .input(bundles.CreatePack)
    .output(bundles.Pack)
    .mutation(({ ctx, input }) => createPack(ctx.scope, input)),
  list: tenantProcedure
    .meta(
      reading("/v1/catalog/packs", "List packs", "Newest first, of one plan when it is named.", {
        errors: ["K5002"],
      }),
    )
    .input(bundles.ListPacks)
    .output(bundles.PackPage)
    .query(({ ctx, input }) => listPacks(ctx.scope, input)),
  get: tenantProcedure
    .meta(
      reading("/v1/catalog/packs/{pack_id}", "Get a pack", "One version with its entitlements.", {
        errors: ["K5005"],
      }),
    )
    .input(bundles.PackId)
    .output(bundles.Pack)
    .query(({ ctx, input }) => getPack(ctx.scope, input)),
  setEntitlements: tenantProcedure
    .meta(
      writing(
        "PUT",
        "/v1/catalog/packs/{pack_id}/entitlements",
        "Set a draft's entitlements",
        "Replaces the whole bundle of a draft.",
        {
          errors: ["K5005", "K5007", "K5008", "K5009", "K5011", "K8001"],
        },
      ),
    )
    .input(bundles.SetEntitlements)
    .output(bundles.Pack)
    .mutation(({ ctx, input }) => setEntitlements(ctx.scope, input)),
  publish: tenantProcedure
    .meta(
      writing(
        "POST",
        "/v1/catalog/packs/{pack_id}/publish",
        "Publish a pack",
        "Makes a draft the version on sale; the one before is archived. Never changes afterwards.",
        {
          isAtomic: true,
          errors: ["K5005", "K5007", "K5008", "K5009"],
        },
      ),
    )
    .input(bundles.PackId)
    .output(bundles.Pack)
    .mutation(({ ctx, input }) => publishPack(ctx.scope, input)),
  archive: tenantProcedure
    .meta(
      writing(
        "POST",
        "/v1/catalog/packs/{pack_id}/archive",
        "Archive a pack",
        "Takes a version off sale for good; it serves those pinned to it.",
        { errors: ["K5005", "K5007"] },
      ),
    )
    .input(bundles.PackId)
    .output(bundles.Pack)
    .mutation(({ ctx, input }) => archivePack(ctx.scope, input)),
  diff: tenantProcedure
    .meta(
      reading(
        "/v1/catalog/packs/{pack_id}/diff",
        "Compare a pack",
        "What publishing it would change against the version on sale.",
        { errors: ["K5005"] },
      ),
    )
    .input(bundles.PackId)
    .output(bundles.PackDiff)
    .query(({ ctx, input }) => diffPack(ctx.scope, input)),
  delete: tenantProcedure
    .meta(
      writing("DELETE", "/v1/catalog/packs/{pack_id}", "Delete a draft", "Throws a draft away.", {
        errors: ["K5005", "K5007"],
      }),
    )
    .input(bundles.PackId)
    .output(bundles.Deleted)
    .mutation(({ ctx, input }) => deletePack(ctx.scope, input)),
});
