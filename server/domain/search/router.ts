import { router } from "../../trpc/init.ts";
import { query } from "../../trpc/procedures.ts";
import * as schema from "./schema.ts";
import { search } from "./search.ts";

/** The dashboard's search. */
export const searchRouter = router({
  all: query(schema.searchMeta, schema.Search, schema.Found, search),
});
