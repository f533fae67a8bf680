import type { Scope } from "../../../platform/scope.ts";
import { contextOf } from "./provider-account.ts";

const HINT_LENGTH = 4;

/** Whether a Stripe key of any kind is of test mode. https://docs.stripe.com/keys */
export const isTestModeKey = (key: string): boolean => /^(sk|rk|pk)_test_/.test(key);

/** The last characters of a secret key, by which people recognize it. */
export function keyHintOf({ vault, tenantId }: Scope, sealed: string): { hint: string; isTestMode: boolean } {
  const key = vault.decrypt(sealed, contextOf(tenantId));
  return { hint: key.slice(-HINT_LENGTH), isTestMode: isTestModeKey(key) };
}
