import { router } from "../../../trpc/init.ts";
import { mutation, query } from "../../../trpc/procedures.ts";
import { createFromTemplate } from "./create-from-template.ts";
import { listTemplates } from "./list-templates.ts";
import * as meta from "./meta.ts";
import * as schema from "./schema.ts";

/** Templates: first catalogs for common kinds of products. */
export const templatesRouter = router({
  list: query(meta.listTemplatesMeta, schema.ListTemplates, schema.TemplateList, listTemplates),
  createProduct: mutation(
    meta.createFromTemplateMeta,
    schema.CreateFromTemplate,
    schema.CreatedFromTemplate,
    createFromTemplate,
  ),
});
