import { Nothing, router } from "../../../trpc/init.ts";
import { mutation, query } from "../../../trpc/procedures.ts";
import { createCopy } from "./create-copy.ts";
import * as meta from "./meta.ts";
import { previewCopy } from "./preview-copy.ts";
import * as schema from "./schema.ts";

/** Copies of the catalog between a LIVE tenant and its sandbox. */
export const copiesRouter = router({
  preview: query(meta.previewCopyMeta, Nothing, schema.CopyPreview, previewCopy),
  create: mutation(meta.createCopyMeta, schema.CreateCopy, schema.Copy, createCopy),
});
