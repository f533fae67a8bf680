"use client";

import type { CSSProperties } from "react";
import { brandColors } from "../../../../../server/platform/brand-colors.ts";
import { Skeleton } from "../../../../_components/ui/skeleton.tsx";
import { brandStyle } from "../../../../_lib/brand.ts";
import { useDashboard } from "../../../../_lib/dashboard.tsx";
import { useLoaded } from "../../../../_lib/use-loaded.ts";
import { PricingChoices } from "../../../../_pricing/choices.tsx";
import {
  chooseCurrency,
  chooseInterval,
  currenciesOf,
  intervalsOf,
  yearlySaving,
} from "../../../../_pricing/offer.ts";
import { PlanCard } from "../../../../_pricing/plan-card.tsx";
import type { PlanPreview } from "./use-preview.ts";

/** The plan as the public price list shows it, with what is not saved or published yet. */
export function LiveCard({
  preview,
  currency: wished,
}: {
  preview: PlanPreview | undefined;
  currency: string | undefined;
}) {
  const { tenant } = useDashboard();
  const { data: settings } = useLoaded("settings", null, (api, signal) =>
    api.settings.get.query({}, { signal }),
  );
  if (!preview || !settings) return <Skeleton className="h-126 w-full" />;
  const { plan } = preview;
  const pricing = { products: [{ id: "", slug: "", name: "", description: null, plans: [plan] }] };
  const currency = chooseCurrency(currenciesOf(pricing), wished, "en");
  const intervals = intervalsOf(pricing, currency);
  const shop = {
    id: tenant.tenantId,
    slug: tenant.tenantSlug,
    name: tenant.tenantName,
    mode: tenant.tenantMode,
    brand: brandColors(settings.brand_color),
    logoUrl: null,
    websiteUrl: null,
    supportEmail: null,
    signupPolicy: settings.signup_policy,
    hasReferrals: false,
  };
  return (
    <section
      aria-label="On your price list"
      className="group/plans space-y-3"
      style={brandStyle(shop) as CSSProperties}
    >
      <h2 className="text-sm font-semibold">On your price list</h2>
      <PricingChoices
        key={intervals.join()}
        intervals={intervals}
        interval={chooseInterval(intervals, undefined)}
        saving={yearlySaving(plan, currency)}
        currencies={[]}
        currency={currency}
        locale="en"
        currencyUrl={() => ""}
      />
      {/* A picture of the card: its buttons lead nowhere. */}
      <div inert>
        <PlanCard tenant={shop} plan={plan} currency={currency} intervals={intervals} locale="en" />
      </div>
      {plan.prices.length === 0 && (
        <p className="text-[0.8125rem] text-muted">Add a price, and the card shows it here.</p>
      )}
    </section>
  );
}
