import { Nothing, router } from "../../../trpc/init.ts";
import { mutation, query } from "../../../trpc/procedures.ts";
import { createCopy } from "./create-copy.ts";
import { CreateCopy, createCopyMeta } from "./create-copy-schema.ts";
import { previewCopy } from "./preview-copy.ts";
import { CopyPreview, previewCopyMeta } from "./preview-copy-schema.ts";
import { Copy } from "./schema.ts";

/** Copies of the catalog between a LIVE tenant and its sandbox. */
export const copiesRouter = router({
  preview: query(previewCopyMeta, Nothing, CopyPreview, previewCopy),
  create: mutation(createCopyMeta, CreateCopy, Copy, createCopy),
});
