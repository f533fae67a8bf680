import type { Metadata } from "next";
import { readNumber } from "../../../../../server/platform/schema/plain-number.ts";
import { BY_CARD } from "../../../../../server/platform/schema/provider.ts";
import { pageLocale, pageWords } from "../../../../_i18n/translator.ts";
import { CodeForm } from "../../../../_portal/code-form.tsx";
import { ownSubscription } from "../../../../_portal/own-subscription.ts";
import { PlanChoice } from "../../../../_portal/plan-choice.tsx";
import { PortalClosed } from "../../../../_portal/portal-closed.tsx";
import { LimitedSheet } from "../../../../_portal/portal-limited.tsx";
import { PortalSheet } from "../../../../_portal/portal-sheet.tsx";
import { QuoteView, readQuote } from "../../../../_portal/quote-view.tsx";
import { readPortal } from "../../../../_portal/read-portal.ts";
import { StepsForm } from "../../../../_portal/steps-form.tsx";
import type { Subscription } from "../../../../_portal/subscription-card.tsx";
import { driversOf, isSoldHere, type Plan, type Price } from "../../../../_pricing/offer.ts";
import { stepsField, stepsFor } from "../../../../_pricing/order.ts";
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
  const { products } = await portal.api.pricing.get.query({
    currency: subscription.plan_price.currency,
    locale,
  });
  const plans = products.find(({ id }) => id === subscription.product.id)?.plans ?? [];
  const wished = await queryField(props, "price");
  const isCurrent = wished === subscription.plan_price_id;
  const plan = plans.find(
    (one) => (isCurrent || isSoldHere(one)) && one.prices.some(({ id }) => id === wished),
  );
  const price = plan?.prices.find(({ id }) => id === wished);
  const drivers = plan && price ? await wishedSteps(props, subscription, plan, price) : [];
  // Promotion codes are the card provider's.
  const takesCode = subscription.provider === BY_CARD;
  const code = takesCode ? ((await queryField(props, "code")) ?? "").trim() : "";
  const had = (key: string) => subscription.drivers.find((one) => one.feature_key === key)?.steps ?? 0;
  const isChange =
    price?.id !== subscription.plan_price_id || drivers.some(({ key, steps }) => steps !== had(key));
  const wanted = price && { portal, subscription, price, drivers, code };
  const quoted = wanted && isChange ? await readQuote(wanted) : null;
  return (
    <PortalSheet slug={slug} title={plan ? words("confirmTitle", { plan: plan.name }) : words("changePlan")}>
      {wanted ? (
        <>
          {drivers.length > 0 && (
            <StepsForm
              slug={slug}
              subscription={subscription}
              price={wanted.price}
              drivers={drivers}
              code={code}
              locale={locale}
            />
          )}
          {quoted && takesCode && (
            <CodeForm
              {...wanted}
              slug={slug}
              refusal={"refusal" in quoted && quoted.isOfCode ? quoted.refusal : undefined}
            />
          )}
          {quoted && <QuoteView {...wanted} locale={locale} quoted={quoted} />}
        </>
      ) : (
        <PlanChoice slug={slug} subscription={subscription} plans={plans} locale={locale} />
      )}
    </PortalSheet>
  );
}

/** The plan's drivers with the steps that the address names, else as many as hold the units that are bought already. */
async function wishedSteps(props: PageProps, { drivers }: Subscription, plan: Plan, price: Price) {
  const query = await props.searchParams;
  return driversOf(plan, price).map((driver) => {
    const asked = readNumber(String(query[stepsField(driver.key)] ?? ""));
    const had = drivers.find(({ feature_key }) => feature_key === driver.key);
    return { ...driver, steps: asked ?? (had ? stepsFor(had.steps * had.step_size, driver) : 0) };
  });
}
