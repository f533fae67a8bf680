import { router } from "../../../trpc/init.ts";
import { mutation, query } from "../../../trpc/procedures.ts";
import { archivePack } from "./archive-pack.ts";
import { archivePackMeta } from "./archive-pack-schema.ts";
import { createPack } from "./create-pack.ts";
import { CreatePack, createPackMeta } from "./create-pack-schema.ts";
import { deletePack } from "./delete-pack.ts";
import { deletePackMeta } from "./delete-pack-schema.ts";
import { diffPack } from "./diff-pack.ts";
import { diffPackMeta } from "./diff-pack-schema.ts";
import { getPack } from "./get-pack.ts";
import { getPackMeta } from "./get-pack-schema.ts";
import { listPacks } from "./list-packs.ts";
import { ListPacks, listPacksMeta, PackPage } from "./list-packs-schema.ts";
import { publishPack } from "./publish-pack.ts";
import { publishPackMeta } from "./publish-pack-schema.ts";
import { Deleted, Pack, PackDiff, PackId } from "./schema.ts";
import { setEntitlements } from "./set-entitlements.ts";
import { SetEntitlements, setEntitlementsMeta } from "./set-entitlements-schema.ts";

/** Packs: the versioned entitlements of a plan. */
export const packsRouter = router({
  create: mutation(createPackMeta, CreatePack, Pack, createPack),
  list: query(listPacksMeta, ListPacks, PackPage, listPacks),
  get: query(getPackMeta, PackId, Pack, getPack),
  setEntitlements: mutation(setEntitlementsMeta, SetEntitlements, Pack, setEntitlements),
  publish: mutation(publishPackMeta, PackId, Pack, publishPack),
  archive: mutation(archivePackMeta, PackId, Pack, archivePack),
  diff: query(diffPackMeta, PackId, PackDiff, diffPack),
  delete: mutation(deletePackMeta, PackId, Deleted, deletePack),
});
