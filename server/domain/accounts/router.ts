import { Nothing, router, tenantProcedure } from "../../trpc/init.ts";
import { getMe } from "./get-me.ts";
import { register } from "./register.ts";
import * as schema from "./schema.ts";
import { verifyEmail } from "./verify-email.ts";

/** Accounts of a tenant's end users. */
export const accountsRouter = router({
  register: tenantProcedure
    .meta(schema.registerMeta)
    .input(schema.Register)
    .output(schema.Registered)
    .mutation(({ ctx, input }) => register(ctx.scope, input)),
  verifyEmail: tenantProcedure
    .meta(schema.verifyEmailMeta)
    .input(schema.VerifyEmail)
    .output(schema.VerifiedEmail)
    .mutation(({ ctx, input }) => verifyEmail(ctx.scope, input)),
  me: tenantProcedure
    .meta(schema.getMeMeta)
    .input(Nothing)
    .output(schema.Me)
    .query(({ ctx }) => getMe(ctx.scope)),
});
