import type { z } from "zod";
import type { Db, Scope } from "../../platform/scope.ts";
import { findCounterpart } from "../tenants/counterpart.ts";
import { getTenant } from "../tenants/get-tenant.ts";
import { findAccount } from "../tenants/provider/provider-account.ts";
import { keyHintOf } from "../tenants/provider/provider-key.ts";
import type { FirstSteps } from "./get-first-steps-schema.ts";

/** One of the two tenants that a company has: the LIVE one or its sandbox. */
interface Side {
  tenantId: string;
  slug: string;
  mode: "LIVE" | "TEST";
  db: Db;
}

/**
 * The way from an empty installation to the first customer, each step as it is now. The sandbox's steps come first; without a sandbox
 * they are the LIVE tenant's. A LIVE tenant that has a customer with a live subscription is done, whatever it left out.
 */
export async function getFirstSteps(scope: Scope): Promise<z.output<typeof FirstSteps>> {
  const { live, test } = await sidesOf(scope);
  const [sells, hasKey, hasSold, sellsLive, isConnected, isInBusiness] = await Promise.all([
    hasPlanOnSale(test),
    hasServerKey(test),
    hasPaidSubscription(test),
    hasPlanOnSale(live),
    takesRealCards(scope, live),
    hasLiveSubscription(live),
  ]);
  const steps = [
    { step: "CATALOG" as const, done: sells, ...whereOf(test) },
    { step: "PURCHASE" as const, done: hasSold, ...whereOf(test) },
    { step: "KEY" as const, done: hasKey, ...whereOf(test) },
    { step: "MAIL" as const, done: scope.config.mail !== undefined, ...whereOf(live) },
    { step: "CARD_PROVIDER" as const, done: isConnected, ...whereOf(live) },
    { step: "GO_LIVE" as const, done: sellsLive && live.tenantId !== test.tenantId, ...whereOf(live) },
  ];
  return { is_done: isInBusiness || steps.every(({ done }) => done), steps };
}

const whereOf = ({ tenantId, slug }: Side) => ({ tenant_id: tenantId, tenant_slug: slug });

async function sidesOf(scope: Scope): Promise<{ live: Side; test: Side }> {
  const { id: tenantId, slug, mode } = await getTenant(scope.db, scope);
  const own = { tenantId, slug, mode, db: scope.db };
  const found = await findCounterpart(scope);
  const other = found && {
    tenantId: found.id,
    slug: found.slug,
    mode: found.mode,
    db: scope.tenantDatabase(found.id).db,
  };
  return mode === "LIVE" ? { live: own, test: other ?? own } : { live: other ?? own, test: own };
}

async function hasPlanOnSale({ tenantId, db }: Side): Promise<boolean> {
  const plan = await db.plan.findFirst({
    where: {
      tenantId,
      archivedAt: null,
      product: { archivedAt: null },
      packs: { some: { status: "ACTIVE" } },
      prices: { some: { archivedAt: null } },
    },
    select: { id: true },
  });
  return plan !== null;
}

async function hasServerKey({ tenantId, db }: Side): Promise<boolean> {
  const where = { tenantId, kind: "SERVER", revokedAt: null } as const;
  return (await db.application.findFirst({ where, select: { id: true } })) !== null;
}

/** Of a price that is not 0: who tries a free plan has not seen how a customer pays. */
async function hasPaidSubscription({ tenantId, db }: Side): Promise<boolean> {
  const where = { tenantId, planPrice: { amount: { gt: 0 } } } as const;
  return (await db.subscription.findFirst({ where, select: { id: true } })) !== null;
}

async function hasLiveSubscription({ tenantId, mode, db }: Side): Promise<boolean> {
  if (mode !== "LIVE") return false;
  const where = { tenantId, status: { not: "CANCELED" } } as const;
  return (await db.subscription.findFirst({ where, select: { id: true } })) !== null;
}

/** Whether the tenant's account is one of Stripe's, in live mode. */
async function takesRealCards(scope: Scope, { tenantId, db }: Side): Promise<boolean> {
  const account = await findAccount({ ...scope, tenantId, db });
  if (account?.endpoint !== "stripe" || !account.secretKeySealed) return false;
  return !keyHintOf({ ...scope, tenantId }, account.secretKeySealed).isTestMode;
}
