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
import * as schema from "./schema.ts";
import { setEntitlements } from "./set-entitlements.ts";

/** Packs: the versioned entitlements of a plan. */
export const packsRouter = router({
  create: mutation(meta.createPackMeta, schema.CreatePack, schema.Pack, createPack),
  list: query(meta.listPacksMeta, schema.ListPacks, schema.PackPage, listPacks),
  get: query(meta.getPackMeta, schema.PackId, schema.Pack, getPack),
  setEntitlements: mutation(meta.setEntitlementsMeta, schema.SetEntitlements, schema.Pack, setEntitlements),
  publish: mutation(meta.publishPackMeta, schema.PackId, schema.Pack, publishPack),
  archive: mutation(meta.archivePackMeta, schema.PackId, schema.Pack, archivePack),
  diff: query(meta.diffPackMeta, schema.PackId, schema.PackDiff, diffPack),
  delete: mutation(meta.deletePackMeta, schema.PackId, schema.Deleted, deletePack),
});
