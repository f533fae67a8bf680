import { router } from "../../trpc/init.ts";
import { query } from "../../trpc/procedures.ts";
import { search } from "./search.ts";
import { Found, Search, searchMeta } from "./search-schema.ts";

/** The dashboard's search. */
export const searchRouter = router({
  all: query(searchMeta, Search, Found, search),
});
