import { addSeconds } from "../../../platform/clock.ts";
import { asItems, doDueWork } from "../../../platform/due-work.ts";
import { BY_CARD } from "../../../platform/schema/provider.ts";
import type { Scope, Services } from "../../../platform/scope.ts";
import { reconcile } from "./drift/drift.ts";

/** Claims of dry runs are kept for a day: each part of one may be asked for again. */
const CLAIM_SECONDS = 86_400;

/** Compares every tenant's subscriptions on cards with its card provider, and mends what needs no person's decision. */
export async function mendAllDrift(services: Services): Promise<void> {
  const { db } = services;
  await doDueWork(services, {
    name: "reconcile",
    find: async ({ tenantId }, take) =>
      asItems(
        await db.providerAccount.findMany({
          where: { provider: BY_CARD, tenantId: { gt: tenantId } },
          select: { tenantId: true },
          orderBy: { tenantId: "asc" },
          take,
        }),
      ),
    work: mendAndLog,
  });
}

async function mendAndLog(scope: Scope): Promise<void> {
  const { tenantId: tenant_id, log } = scope;
  const { report, unread } = await reconcile(scope);
  const { state, differences, account_id, key_account_id } = report;
  if (state !== "DONE")
    log.error(
      { tenant_id, state, account_id, key_account_id, differences: differences.length },
      "the comparison with the card provider stopped: a person must look at it",
    );
  for (const difference of differences)
    log.warn({ tenant_id, ...difference }, "we differed from the card provider");
  const failed = differences.filter(({ outcome }) => outcome === "failed").length;
  // What is left to a person or to the next run counts as failed in the metric of due work.
  if (state !== "DONE" || failed > 0 || unread > 0)
    throw new Error(
      `The comparison ended as ${state}; ${failed} differences could not be mended, ${unread} invoices, balances or items not be read.`,
    );
}

/** Deletes the claims of dry runs of imports that are over. */
export async function deleteOldImportClaims({ db, clock }: Services): Promise<void> {
  await db.importClaim.deleteMany({ where: { createdAt: { lte: addSeconds(clock.now(), -CLAIM_SECONDS) } } });
}
