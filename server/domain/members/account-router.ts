import { withoutRls } from "../../platform/scope.ts";
import { Nothing, router } from "../../trpc/init.ts";
import { mutation, query } from "../../trpc/procedures.ts";
import * as account from "./own-account.ts";
import * as member from "./schema.ts";

/** A member's own account: name, password, second factor. */
export const accountRouter = router({
  get: query(member.accountMeta, Nothing, member.Account, (scope) => account.getAccount(withoutRls(scope))),
  update: mutation(member.accountMeta, member.UpdateAccount, member.Account, (scope, input) =>
    account.updateAccount(withoutRls(scope), input),
  ),
  startTotp: mutation(member.accountMeta, member.OwnPassword, member.NewSecret, (scope, input) =>
    account.startTotp(withoutRls(scope), input),
  ),
  confirmTotp: mutation(member.accountMeta, member.ConfirmTotp, member.RecoveryCodes, (scope, input) =>
    account.confirmTotp(withoutRls(scope), input),
  ),
  disableTotp: mutation(member.accountMeta, member.OwnPassword, member.Account, (scope, input) =>
    account.disableTotp(withoutRls(scope), input),
  ),
  changePassword: mutation(member.accountMeta, member.ChangeOwnPassword, member.Account, (scope, input) =>
    account.changeOwnPassword(withoutRls(scope), input),
  ),
});
