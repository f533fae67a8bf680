import { router } from "../../../trpc/init.ts";
import { query } from "../../../trpc/procedures.ts";
import { listDisputes } from "./list-disputes.ts";
import * as schema from "./schema.ts";

/** Disputes: what cardholders say against payments at their banks. */
export const disputesRouter = router({
  list: query(schema.listDisputesMeta, schema.ListDisputes, schema.DisputePage, listDisputes),
});
