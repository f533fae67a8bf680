import type Stripe from "stripe";
import { makeAccount } from "../objects/account.ts";
import { read } from "../wire/read.ts";
import type { Call, Route } from "./route.ts";

/** `accounts.retrieveCurrent()`: the account that the key belongs to, so that keys of one account can be distinguished from another's. */
function retrieveCurrent({ store, params }: Call): Stripe.Account {
  read({}, params);
  return makeAccount(store.account);
}

export const accountRoutes: Route[] = [{ method: "GET", path: "/v1/account", handle: retrieveCurrent }];
