import type { Scope } from "../../../platform/scope.ts";
import { contextOf } from "./provider-account.ts";

const HINT_LENGTH = 4;

/** Whether a key of Stripe's, of whatever kind, is one of test mode. https://docs.stripe.com/keys */
export const isTestModeKey = (key: string): boolean => /^(sk|rk|pk)_test_/.test(key);

/** By what a holder of a sealed secret key knows it again. */
export function keyHintOf({ vault, tenantId }: Scope, sealed: string): { hint: string; isTestMode: boolean } {
  const key = vault.open(sealed, contextOf(tenantId));
  return { hint: key.slice(-HINT_LENGTH), isTestMode: isTestModeKey(key) };
}
