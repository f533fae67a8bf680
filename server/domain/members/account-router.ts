import { withoutRls } from "../../platform/scope.ts";
import { Nothing, router, tenantProcedure } from "../../trpc/init.ts";
import * as account from "./account.ts";
import * as member from "./schema.ts";

/** A member's own account: name, password, second factor. */
export const accountRouter = router({
  get: tenantProcedure
    .meta(member.accountMeta)
    .input(Nothing)
    .output(member.Account)
    .query(({ ctx }) => account.getAccount(withoutRls(ctx.scope))),
  update: tenantProcedure
    .meta(member.accountMeta)
    .input(member.UpdateAccount)
    .output(member.Account)
    .mutation(({ ctx, input }) => account.updateAccount(withoutRls(ctx.scope), input)),
  startTotp: tenantProcedure
    .meta(member.accountMeta)
    .input(member.OwnPassword)
    .output(member.NewSecret)
    .mutation(({ ctx, input }) => account.startTotp(withoutRls(ctx.scope), input)),
  confirmTotp: tenantProcedure
    .meta(member.accountMeta)
    .input(member.ConfirmTotp)
    .output(member.RecoveryCodes)
    .mutation(({ ctx, input }) => account.confirmTotp(withoutRls(ctx.scope), input)),
  disableTotp: tenantProcedure
    .meta(member.accountMeta)
    .input(member.OwnPassword)
    .output(member.Account)
    .mutation(({ ctx, input }) => account.disableTotp(withoutRls(ctx.scope), input)),
  changePassword: tenantProcedure
    .meta(member.accountMeta)
    .input(member.ChangeOwnPassword)
    .output(member.Account)
    .mutation(({ ctx, input }) => account.changeOwnPassword(withoutRls(ctx.scope), input)),
});
