import type { z } from "zod";
import { checkCardProvider } from "../domain/billing/card-provider/check/check-card-provider.ts";
import type { ProviderCheck } from "../domain/billing/card-provider/check/schema.ts";
import { BY_CARD } from "../platform/schema/provider.ts";
import { type Services, systemScope } from "../platform/scope.ts";

type Check = z.output<typeof ProviderCheck>;

const MARKS = { OK: "✓", WARNING: "!", FAILED: "✗", UNKNOWN: "?" } as const;

/**
 * Checks the Stripe account of each tenant, or of the one with the slug, as lines of text, and counts what has to be put right. Those
 * of the embedded sandbox are left out. `seconds` is how long a callback is waited for.
 */
export async function checkAccounts(
  services: Services,
  { slug, endpoint = "stripe", seconds }: { slug?: string | undefined; endpoint?: string; seconds?: number },
): Promise<{ text: string; failed: number }> {
  const tenants = await services.db.tenant.findMany({
    where: {
      ...(slug !== undefined && { slug }),
      providerAccounts: { some: { provider: BY_CARD, endpoint } },
    },
    select: { id: true, slug: true, name: true, mode: true },
    orderBy: { slug: "asc" },
  });
  if (tenants.length === 0) {
    const whose = slug === undefined ? "No tenant has" : `There is no tenant ${slug} with`;
    const text = `${whose} an account with Stripe. Connect one under Settings, Payments.\n`;
    return { text, failed: slug === undefined ? 0 : 1 };
  }
  let text = "";
  let failed = 0;
  for (const { id, mode, name, slug: named } of tenants) {
    const check = await checkCardProvider(systemScope(services, { id, mode }, "check-stripe"), seconds);
    text += `${name} (${named})\n${check.lines.map(asText).join("")}\n`;
    failed += check.lines.filter(({ state }) => state === "FAILED").length;
  }
  return { text, failed };
}

function asText({ state, subject, meaning, next }: Check["lines"][number]): string {
  const title = subject.toLowerCase().replaceAll("_", " ");
  return `${MARKS[state]} ${title}: ${meaning}\n${next === null ? "" : `    → ${next}\n`}`;
}
