import { router, tenantProcedure } from "../../trpc/init.ts";
import * as schema from "./schema.ts";
import { search } from "./search.ts";

/** The dashboard's search. */
export const searchRouter = router({
  all: tenantProcedure
    .meta(schema.searchMeta)
    .input(schema.Search)
    .output(schema.Found)
    .query(({ ctx, input }) => search(ctx.scope, input)),
});
