import type Stripe from "stripe";
import { modeNamed } from "../account-mode.ts";
import { makeAccount } from "../objects/account.ts";
import type { List } from "../select-list.ts";
import { accountRefused } from "../wire/failure.ts";
import { pagingByDate, parametersOf } from "../wire/params.ts";
import { read } from "../wire/read.ts";
import { type Call, idOf, type Route } from "./route.ts";

/** `accounts.retrieveCurrent()`: the account that the key belongs to, the same in both of its modes. */
function retrieveCurrent({ store, params }: Call): Stripe.Account {
  read({}, params);
  return makeAccount(modeNamed(store.account).account);
}

/** `accounts.retrieve(id)`: of one's own account alone, since the sandbox has no connected ones. */
function retrieve(call: Call): Stripe.Account {
  const account = retrieveCurrent(call);
  const wanted = idOf(call);
  if (wanted !== account.id) throw accountRefused(wanted);
  return account;
}

/** Connected accounts: "If you're not a platform, the list is empty" (SDK, Accounts.d.ts, list). */
function list({ params }: Call): List<Stripe.Account> {
  read(parametersOf<Stripe.AccountListParams>()(pagingByDate), params);
  return { object: "list", data: [], has_more: false, url: "/v1/accounts" };
}

export const accountRoutes: Route[] = [
  { method: "GET", path: "/v1/account", handle: retrieveCurrent },
  { method: "GET", path: "/v1/accounts", handle: list },
  { method: "GET", path: "/v1/accounts/:id", handle: retrieve },
];
