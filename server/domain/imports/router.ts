import { router, tenantProcedure } from "../../trpc/init.ts";
import { importSubscriptions } from "./import-subscriptions.ts";
import * as schema from "./schema.ts";

/** What an account with the card provider had before us. */
export const importsRouter = router({
  subscriptions: tenantProcedure
    .meta(schema.importSubscriptionsMeta)
    .input(schema.ImportSubscriptions)
    .output(schema.SubscriptionImport)
    .mutation(({ ctx, input }) => importSubscriptions(ctx.scope, input)),
});
