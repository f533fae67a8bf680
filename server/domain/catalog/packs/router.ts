import { router } from "../../../trpc/init.ts";
import { mutation, query } from "../../../trpc/procedures.ts";
import { archivePack } from "./archive-pack.ts";
import { createPack } from "./create-pack.ts";
import { deletePack } from "./delete-pack.ts";
import { diffPack } from "./diff-pack.ts";
import { getPack } from "./get-pack.ts";
import { listPacks } from "./list-packs.ts";
import * as meta from "./meta.ts";
import { publishPack } from "./publish-pack.ts";
import * as bundles from "./schema.ts";
import { setEntitlements } from "./set-entitlements.ts";

/** Packs: the versioned entitlements of a plan. */
export const packsRouter = router({
  create: mutation(meta.createPackMeta, bundles.CreatePack, bundles.Pack, createPack),
  list: query(meta.listPacksMeta, bundles.ListPacks, bundles.PackPage, listPacks),
  get: query(meta.getPackMeta, bundles.PackId, bundles.Pack, getPack),
  setEntitlements: mutation(meta.setEntitlementsMeta, bundles.SetEntitlements, bundles.Pack, setEntitlements),
  publish: mutation(meta.publishPackMeta, bundles.PackId, bundles.Pack, publishPack),
  archive: mutation(meta.archivePackMeta, bundles.PackId, bundles.Pack, archivePack),
  diff: query(meta.diffPackMeta, bundles.PackId, bundles.PackDiff, diffPack),
  delete: mutation(meta.deletePackMeta, bundles.PackId, bundles.Deleted, deletePack),
});
