import type { Scope } from "../scope.ts";

const HINT_LENGTH = 4;

/** By what a holder of a sealed secret key knows it again. */
export function keyHintOf({ vault, tenantId }: Scope, sealed: string): { hint: string; isTestMode: boolean } {
  const key = vault.open(sealed, `provider_account:${tenantId}:PROVIDER_A`);
  return { hint: key.slice(-HINT_LENGTH), isTestMode: /^(sk|rk)_test_/.test(key) };
}
