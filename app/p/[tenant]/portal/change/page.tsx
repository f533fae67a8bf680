import type { Metadata } from "next";
import { pageLocale, pageWords } from "../../../../_i18n/translator.ts";
import { readPortal } from "../../../../_portal/open-portal.ts";
import { ownSubscription } from "../../../../_portal/own-subscription.ts";
import { PlanChoice } from "../../../../_portal/plan-choice.tsx";
import { PortalClosed } from "../../../../_portal/portal-closed.tsx";
import { LimitedSheet } from "../../../../_portal/portal-limited.tsx";
import { PortalSheet } from "../../../../_portal/portal-sheet.tsx";
import { QuoteView } from "../../../../_portal/quote-view.tsx";
import { type PageProps, queryField } from "../../../../_visitor/page-props.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await pageWords("portal"))("changePlan") };
}

/** The plans that a subscription can change to; with one chosen, what that costs, line by line, before it is done. */
export default async function ChangePage(props: PageProps) {
  const { tenant: slug } = await props.params;
  const portal = await readPortal(slug);
  if (!portal) return <PortalClosed />;
  if (!portal.mayChange) return <LimitedSheet slug={slug} />;
  const [words, locale] = [await pageWords("portal"), await pageLocale()];
  const subscription = await ownSubscription(portal.api, await queryField(props, "subscription"));
  const { products } = await portal.api.catalog.pricing.query({ currency: subscription.plan_price.currency });
  const plans = products.find(({ id }) => id === subscription.product.id)?.plans ?? [];
  const wished = await queryField(props, "price");
  const plan = plans.find(({ prices }) => prices.some(({ id }) => id === wished));
  const price = plan?.prices.find(({ id }) => id === wished);
  return (
    <PortalSheet slug={slug} title={plan ? words("confirmTitle", { plan: plan.name }) : words("changePlan")}>
      {price ? (
        <QuoteView portal={portal} subscription={subscription} price={price} locale={locale} />
      ) : (
        <PlanChoice slug={slug} subscription={subscription} plans={plans} locale={locale} />
      )}
    </PortalSheet>
  );
}
