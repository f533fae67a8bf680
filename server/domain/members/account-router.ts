import { withoutRls } from "../../platform/scope.ts";
import { Nothing, router } from "../../trpc/init.ts";
import { mutation, query } from "../../trpc/procedures.ts";
import * as account from "./own-account.ts";
import {
  Account,
  accountMeta,
  ChangeOwnPassword,
  ConfirmTotp,
  NewSecret,
  OwnPassword,
  RecoveryCodes,
  UpdateAccount,
} from "./own-account-schema.ts";

/** A member's own account: name, password, second factor. */
export const accountRouter = router({
  get: query(accountMeta, Nothing, Account, (scope) => account.getAccount(withoutRls(scope))),
  update: mutation(accountMeta, UpdateAccount, Account, (scope, input) =>
    account.updateAccount(withoutRls(scope), input),
  ),
  startTotp: mutation(accountMeta, OwnPassword, NewSecret, (scope, input) =>
    account.startTotp(withoutRls(scope), input),
  ),
  confirmTotp: mutation(accountMeta, ConfirmTotp, RecoveryCodes, (scope, input) =>
    account.confirmTotp(withoutRls(scope), input),
  ),
  disableTotp: mutation(accountMeta, OwnPassword, Account, (scope, input) =>
    account.disableTotp(withoutRls(scope), input),
  ),
  changePassword: mutation(accountMeta, ChangeOwnPassword, Account, (scope, input) =>
    account.changeOwnPassword(withoutRls(scope), input),
  ),
});
