import type { z } from "zod";
import { addSeconds } from "../../platform/clock.ts";
import { mirrorInvoicesSince } from "../invoicing/mirror-invoice.ts";
import type { Scope } from "../scope.ts";
import type { Difference } from "./compare.ts";
import { findDrift } from "./find-drift.ts";
import { canMend, mendDifference } from "./mend-drift.ts";
import type * as schema from "./schema.ts";

/** Invoices older than this are taken as known. */
const INVOICES_SINCE_SECONDS = 7 * 86_400;

type Report = z.output<typeof schema.Drift>;

/** What differs between us and the card provider. K7xxx. */
export async function getDrift(scope: Scope): Promise<Report> {
  const { differences, ...counts } = await findDrift(scope);
  return { ...report(scope, counts), differences: differences.map((one) => view(one, false)) };
}

/** The same, and mends what can be mended; the hourly job does just this. K7xxx. */
export async function mendDrift(scope: Scope): Promise<Report> {
  await mirrorInvoicesSince(scope, addSeconds(scope.clock.now(), -INVOICES_SINCE_SECONDS));
  const { differences, ...counts } = await findDrift(scope);
  const shown: Report["differences"] = [];
  for (const one of differences) shown.push(view(one, await mendDifference(scope, one)));
  return { ...report(scope, counts), differences: shown };
}

function report({ clock }: Scope, { ours, theirs }: { ours: number; theirs: number }) {
  return { checked_at: clock.now().toISOString(), ours, theirs };
}

function view(one: Difference, isMended: boolean): Report["differences"][number] {
  return {
    kind: one.kind,
    subscription_id: one.subscriptionId,
    provider_subscription_id: one.providerSubscriptionId,
    ours: one.ours,
    theirs: one.theirs,
    can_mend: canMend(one),
    is_mended: isMended,
  };
}
