import { asItems, type Due, doDueWork } from "../../../platform/due-work.ts";
import { BY_CARD } from "../../../platform/schema/provider.ts";
import type { Services } from "../../../platform/scope.ts";
import { findAccount } from "./provider-account.ts";
import { ensureCallbacks } from "./provider-callbacks.ts";
import { nameEnvironment } from "./provider-environment.ts";
import { replaceSharedKeys } from "./replace-shared-keys.ts";

/**
 * At a start, registers our address with card providers that do not call it: with the embedded sandbox whenever the address is another one,
 * with Stripe when nothing was ever registered. A registration with Stripe that names another address is left to a person: this
 * may be a copy of the installation that uses it. A provider that refuses is tried again at the next start.
 */
export async function registerMissingCallbacks(services: Services): Promise<void> {
  const where = { OR: [{ endpoint: { not: "stripe" } }, { webhookUrl: null }] };
  await doDueWork(services, {
    name: "register-callbacks",
    find: (after, take) => findAccounts(services, where, after, take),
    work: ensureCallbacks,
  });
}

/**
 * At a start, names the environment of accounts that an older version connected, and of all their ids. One whose key is refused, or
 * whose provider cannot be asked, is named at a later start, or when a key is set.
 */
export async function nameEnvironments(services: Services): Promise<void> {
  const where = { environment: "", secretKeySealed: { not: null } };
  await doDueWork(services, {
    name: "name-environments",
    find: (after, take) => findAccounts(services, where, after, take),
    work: async (scope) => {
      await nameEnvironment(scope, await findAccount(scope));
    },
  });
}

/**
 * At a start, replaces sandbox keys whose publishable key gives the secret key away, as older versions made them. Keys that cannot be
 * replaced now are tried again at the next start.
 */
export async function replaceAllSharedKeys(services: Services): Promise<void> {
  const where = { endpoint: "sandbox", publishableKey: { not: null } };
  await doDueWork(services, {
    name: "replace-sandbox-keys",
    find: (after, take) => findAccounts(services, where, after, take),
    work: replaceSharedKeys,
  });
}

async function findAccounts(
  { db }: Services,
  where: object,
  { tenantId }: Due,
  take: number,
): Promise<Due[]> {
  return asItems(
    await db.providerAccount.findMany({
      where: { ...where, provider: BY_CARD, tenantId: { gt: tenantId } },
      select: { tenantId: true },
      orderBy: { tenantId: "asc" },
      take,
    }),
  );
}
