import type { z } from "zod";
import { BY_INVOICE } from "../../platform/schema/provider.ts";
import type { Scope } from "../../platform/scope.ts";
import { getTenant } from "../tenants/get-tenant.ts";
import { findAccount } from "../tenants/provider/provider-account.ts";
import type { SetupGaps } from "./get-setup-gaps-schema.ts";

/** What is missing so that customers can pay and be reached, each where somebody would pay or read that way. */
export async function getSetupGaps(scope: Scope): Promise<z.output<typeof SetupGaps>> {
  const [account, key, sells, isPaidByTransfer, { mode, invoicePayment }] = await Promise.all([
    findAccount(scope),
    findServerKey(scope),
    hasPaidPlanOnSale(scope),
    hasPayersByTransfer(scope),
    getTenant(scope.db, scope),
  ]);
  const hasCards = Boolean(account?.secretKeySealed);
  const lacksCards = mode === "LIVE" && !hasCards && sells;
  return {
    has_card_provider: hasCards,
    lacks_key: mode === "LIVE" && sells && key === null,
    lacks_card_provider: lacksCards,
    // Without a card provider a transfer is the only way.
    lacks_bank_details: invoicePayment === null && (isPaidByTransfer || lacksCards),
    // A LIVE tenant on the embedded sandbox is a demonstration: its customers are made up, and the mailbox here is where they read.
    lacks_mail_server: mode === "LIVE" && scope.config.mail === undefined && account?.endpoint !== "sandbox",
  };
}

/** A key that a back end can use now. */
function findServerKey({ tenantId, db }: Scope): Promise<{ id: string } | null> {
  const where = { tenantId, kind: "SERVER", revokedAt: null } as const;
  return db.application.findFirst({ where, select: { id: true } });
}

async function hasPaidPlanOnSale({ tenantId, db }: Scope): Promise<boolean> {
  const plan = await db.plan.findFirst({
    where: {
      tenantId,
      archivedAt: null,
      product: { archivedAt: null },
      packs: { some: { status: "ACTIVE" } },
      prices: { some: { archivedAt: null, amount: { gt: 0 } } },
    },
    select: { id: true },
  });
  return plan !== null;
}

/** Whether an invoice by transfer is open, or a subscription is paid that way. */
async function hasPayersByTransfer({ tenantId, db }: Scope): Promise<boolean> {
  const shared = { tenantId, provider: BY_INVOICE } as const;
  const [invoice, subscription] = await Promise.all([
    db.invoice.findFirst({ where: { ...shared, status: "OPEN" }, select: { id: true } }),
    db.subscription.findFirst({ where: { ...shared, status: { not: "CANCELED" } }, select: { id: true } }),
  ]);
  return invoice !== null || subscription !== null;
}
