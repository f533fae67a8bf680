import type { z } from "zod";
import { ApiError } from "../../../../errors/api-error.ts";
import type { Scope } from "../../../../platform/scope.ts";
import type { CardProvider, ProviderAccountFacts } from "../../../../providers/port.ts";
import { listCurrencies } from "../../../catalog/prices/list-currencies.ts";
import { getTenant } from "../../../tenants/get-tenant.ts";
import { findAccount, openAccount } from "../../../tenants/provider/provider-account.ts";
import { proveCallbacks } from "../../../tenants/provider/provider-settings.ts";
import * as lines from "./lines.ts";
import type { ProviderCheck } from "./schema.ts";

/**
 * Asks the card provider whether sales will work, and says of each answer what it means and what to do. It sells and charges nothing. The
 * callbacks are tried as in the payment settings: `seconds` is how long one is waited for. Throws card_provider_not_connected.
 */
export async function checkCardProvider(
  scope: Scope,
  seconds?: number,
): Promise<z.output<typeof ProviderCheck>> {
  const account = await findAccount(scope);
  const provider = openAccount(scope, account);
  const { isTestMode } = provider;
  const isSandbox = account?.endpoint !== "stripe";
  const facts = await readFacts(provider);
  const done = (all: lines.CheckLine[]) => ({
    checked_at: scope.clock.now().toISOString(),
    is_test_mode: isTestMode,
    lines: all,
  });
  if ("state" in facts) return done([{ subject: "ACCOUNT", ...facts }]);
  const { automaticTax, taxBehavior, dunningEndPolicy } = await getTenant(scope.db, scope);
  // One after another: in test mode Stripe takes 25 requests a second, of sales too.
  return done([
    { subject: "ACCOUNT", ...lines.onAccount(facts, { isTestMode, isSandbox }) },
    { subject: "CHARGES", ...lines.onCharges(facts, isTestMode) },
    { subject: "CURRENCIES", ...lines.onCurrencies(facts, await listCurrencies(scope)) },
    await ask("PERMISSIONS", async () => lines.onPermissions(await provider.listMissingPermissions())),
    await ask("KEYS", async () => lines.onKeys(provider.publishableKey, await provider.hasMatchingKeys())),
    await ask("TAXES", async () =>
      lines.onTaxes({ automaticTax, taxBehavior }, automaticTax ? await provider.readTaxes() : null),
    ),
    await ask("DUNNING", async () => lines.onDunning(dunningEndPolicy, await provider.readDunningEnd())),
    { subject: "API_VERSION", ...lines.onApiVersion(facts.apiVersion) },
    await ask("CALLBACKS", async () => lines.onCallbacks((await proveCallbacks(scope, seconds)).callbacks)),
  ]);
}

/** What the account is; a line where the provider refuses the key or does not answer. */
async function readFacts(
  provider: CardProvider,
): Promise<ProviderAccountFacts | Omit<lines.CheckLine, "subject">> {
  try {
    return await provider.readAccount();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.errorName === "card_provider_key_revoked") return lines.onRefusedKey();
    return error.errorName === "card_provider_unavailable"
      ? lines.onAbsence()
      : lines.onRefusal(error.message);
  }
}

/** A line by an answer that may be refused: then it says why, and the others are still asked. */
async function ask(
  subject: lines.CheckLine["subject"],
  answer: () => Promise<Omit<lines.CheckLine, "subject">>,
): Promise<lines.CheckLine> {
  try {
    return { subject, ...(await answer()) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { subject, ...lines.onRefusal(error.message) };
  }
}
