import { router } from "../../../trpc/init.ts";
import { mutation, query } from "../../../trpc/procedures.ts";
import { createFromTemplate } from "./create-from-template.ts";
import {
  CreatedFromTemplate,
  CreateFromTemplate,
  createFromTemplateMeta,
} from "./create-from-template-schema.ts";
import { listTemplates } from "./list-templates.ts";
import { ListTemplates, listTemplatesMeta, TemplateList } from "./list-templates-schema.ts";

/** Templates: first catalogs for common kinds of products. */
export const templatesRouter = router({
  list: query(listTemplatesMeta, ListTemplates, TemplateList, listTemplates),
  createProduct: mutation(
    createFromTemplateMeta,
    CreateFromTemplate,
    CreatedFromTemplate,
    createFromTemplate,
  ),
});
