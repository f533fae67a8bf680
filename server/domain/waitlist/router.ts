import { router, tenantProcedure } from "../../trpc/init.ts";
import { joinWaitlist } from "./join-waitlist.ts";
import { listWaitlist } from "./list-waitlist.ts";
import * as schema from "./schema.ts";

/** The waitlist. */
export const waitlistRouter = router({
  join: tenantProcedure
    .meta(schema.joinWaitlistMeta)
    .input(schema.JoinWaitlist)
    .output(schema.Joined)
    .mutation(({ ctx, input }) => joinWaitlist(ctx.scope, input)),
  list: tenantProcedure
    .meta(schema.listWaitlistMeta)
    .input(schema.ListWaitlist)
    .output(schema.WaitlistPage)
    .query(({ ctx, input }) => listWaitlist(ctx.scope, input)),
});
