import type { Metadata } from "next";
import { Button } from "../../../_components/ui/button.tsx";
import { pageLocale, pageWords } from "../../../_i18n/translator.ts";
import { refusalIn } from "../../../_i18n/words.ts";
import { pagesBridge } from "../../../_lib/bridge.ts";
import { tenantOr404, visitorApi } from "../../../_lib/visitor.ts";
import { orderOf, stepsField } from "../../../_pricing/order.ts";
import { OrderSummary } from "../../../_pricing/order-summary.tsx";
import { ActionForm } from "../../../_visitor/action-form.tsx";
import { openCheckout } from "../../../_visitor/actions.ts";
import { formWords } from "../../../_visitor/form-words.ts";
import type { PageProps } from "../../../_visitor/page-props.ts";
import { Notice, Sheet } from "../../../_visitor/sheet.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await pageWords("checkout"))("title") };
}

/** Between the price list and the card provider's: what is bought, and for which address. */
export default async function CheckoutPage({ params, searchParams }: PageProps) {
  const tenant = await tenantOr404((await params).tenant);
  const [words, pricing, common, locale] = [
    await pageWords("checkout"),
    await pageWords("pricing"),
    await pageWords("common"),
    await pageLocale(),
  ];
  const api = await visitorApi(tenant);
  const order = orderOf(await api.pricing.get.query({ locale }), await searchParams);
  const takesCards = await pagesBridge().takesCards(tenant);
  if (tenant.signupPolicy !== "OPEN" || !order || !takesCards) {
    const reason = !order
      ? words("unknownPrice")
      : takesCards
        ? words("closed", { name: tenant.name })
        : refusalIn(locale, "card_provider_not_connected");
    return (
      <Notice title={words("title")}>
        <p>{reason}</p>
        <Button asChild className="mt-4 h-11 w-full text-base">
          <a href={`/p/${tenant.slug}/pricing`}>{words("seePlans")}</a>
        </Button>
      </Notice>
    );
  }
  const { trial_days: trialDays, trial_needs_card: needsCard } = order.price;
  const isWithoutCard = trialDays > 0 && !needsCard;
  const steps = order.drivers.map(({ key, steps: count }) => ({
    name: stepsField(key),
    label: "",
    type: "hidden" as const,
    value: String(count),
  }));
  return (
    <Sheet>
      <ActionForm
        action={openCheckout.bind(null, tenant.slug)}
        title={words("title")}
        intro={<OrderSummary order={order} locale={locale} />}
        fields={[
          { name: "price", label: "", type: "hidden", value: order.price.id },
          ...steps,
          { name: "email", label: common("email"), type: "email", autoComplete: "email" },
        ]}
        submit={isWithoutCard ? pricing("startTrial") : words("continue")}
        words={await formWords()}
        done={{}}
      >
        {!isWithoutCard && <p className="mt-3 text-center text-xs text-muted">{words("nextPage")}</p>}
      </ActionForm>
    </Sheet>
  );
}
