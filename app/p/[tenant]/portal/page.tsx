import type { Metadata } from "next";
import { BY_CARD } from "../../../../server/platform/schema/provider.ts";
import { Button } from "../../../_components/ui/button.tsx";
import { pageWords } from "../../../_i18n/translator.ts";
import type { Api } from "../../../_lib/api.ts";
import { shown } from "../../../_lib/shown.ts";
import { InvoicesCard } from "../../../_portal/invoices-card.tsx";
import { OwedCard } from "../../../_portal/owed-card.tsx";
import { PaymentCard } from "../../../_portal/payment-card.tsx";
import { PortalClosed } from "../../../_portal/portal-closed.tsx";
import { PortalLimited } from "../../../_portal/portal-limited.tsx";
import { readPortal } from "../../../_portal/read-portal.ts";
import { type Next, type Subscription, SubscriptionCard } from "../../../_portal/subscription-card.tsx";
import { UsageBars } from "../../../_portal/usage-bars.tsx";
import { type PageProps, queryField } from "../../../_visitor/page-props.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await pageWords("portal"))("title") };
}

const DONE = {
  changed: "doneChanged",
  canceled: "doneCanceled",
  resumed: "doneResumed",
  dropped: "doneDropped",
  card: "doneCard",
} as const;

/** What a customer has, uses and pays. */
export default async function PortalPage(props: PageProps) {
  const { tenant: slug } = await props.params;
  const portal = await readPortal(slug);
  if (!portal) return <PortalClosed />;
  const { api, customerId: customer, returnUrl, tenant } = portal;
  const words = await pageWords("portal");
  const [{ data: all }, { entitlements: checks }, look, cards] = await Promise.all([
    api.subscriptions.list.query({ customer }),
    api.entitlements.list.query({ customer }),
    api.portal.look.query({}),
    api.paymentMethods.list.query({ customer }),
  ]);
  const live = all.filter(({ status }) => status !== "CANCELED");
  const done = await queryField(props, "done");
  // A pause that is over leaves a cancellation as it is.
  const isUnpaused = done === "resumed" && live.some(({ canceled_at: canceledAt }) => canceledAt !== null);
  const known = done !== undefined && Object.hasOwn(DONE, done) ? DONE[done as keyof typeof DONE] : null;
  const notice = isUnpaused ? "doneUnpaused" : known;
  // A promotion code that the change brought lowers what comes, not the plan's price.
  const next = done === "changed" ? await nextOf(api, live) : new Map<string, Next>();
  const back = returnUrl ?? tenant.websiteUrl;
  return (
    <div className="mx-auto w-full max-w-2xl space-y-5 px-5 pb-12">
      <div className="pt-6">
        {back && (
          <a href={back} className="text-[0.8125rem] underline underline-offset-2">
            ← {words("return")}
          </a>
        )}
        <h1 className="mt-1 text-xl font-semibold tracking-tight">{words("title")}</h1>
        <p className="text-muted">{shown(look.customer.name ?? look.customer.email)}</p>
      </div>
      {notice && (
        <p role="status" className="rounded-md bg-positive-ground px-3 py-2.5 text-positive">
          {words(notice)}
        </p>
      )}
      {!portal.mayChange && <PortalLimited />}
      {look.owed.map((owed, index) => (
        <OwedCard key={owed.invoice_id} owed={owed} slug={slug} seller={tenant} isPrimary={index === 0} />
      ))}
      {live.length === 0 && (
        <section className="rounded-xl border bg-surface p-6 shadow-card">
          <p className="mb-4">{words("noSubscription")}</p>
          <Button asChild className="h-10 px-4">
            <a href={`/p/${slug}/pricing`}>{(await pageWords("checkout"))("seePlans")}</a>
          </Button>
        </section>
      )}
      {live.map((subscription) => (
        <SubscriptionCard
          key={subscription.id}
          portal={portal}
          subscription={subscription}
          next={next.get(subscription.id)}
          isPrimary={look.owed.length === 0}
          // A card pays in one currency; one that has not paid yet, in any.
          hasCard={cards.data.some(
            ({ currency }) => currency === null || currency === subscription.plan_price.currency,
          )}
        />
      ))}
      <UsageBars portal={portal} live={live} checks={checks} overage={look.overage} />
      <PaymentCard cards={cards.data} paidIn={paidInOf(live)} slug={slug} mayChange={portal.mayChange} />
      <InvoicesCard invoices={look.invoices} />
    </div>
  );
}

/** The currencies in which the customer is charged by card. */
function paidInOf(live: Subscription[]): string[] {
  const byCard = live.filter(({ provider }) => provider === BY_CARD);
  return [...new Set(byCard.map(({ plan_price: { currency } }) => currency))];
}

/** What the next period of each subscription by card costs, with its discounts. */
async function nextOf(api: Api, live: Subscription[]): Promise<Map<string, Next>> {
  const renewing = live.filter(
    ({ provider, coming }) => provider === BY_CARD && !coming?.ending && !coming?.change,
  );
  const found = renewing.map(async ({ id, plan_price_id }): Promise<[string, Next][]> => {
    const present = api.subscriptions.previewChange.mutate({ id, plan_price_id, effective: "now" });
    // The page has all else to show where it cannot be told now.
    return present.then(
      ({ next }) => (next === null ? [] : [[id, next]]),
      () => [],
    );
  });
  return new Map((await Promise.all(found)).flat());
}
