import { router } from "../../../trpc/init.ts";
import { query } from "../../../trpc/procedures.ts";
import { listDisputes } from "./list-disputes.ts";
import { DisputePage, ListDisputes, listDisputesMeta } from "./list-disputes-schema.ts";

/** Disputes: what cardholders say against payments at their banks. */
export const disputesRouter = router({
  list: query(listDisputesMeta, ListDisputes, DisputePage, listDisputes),
});
