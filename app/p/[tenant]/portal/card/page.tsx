import type { Metadata } from "next";
import { pageLocale, pageTexts, pageWords } from "../../../../_i18n/translator.ts";
import { PortalCard } from "../../../../_portal/portal-card.tsx";
import { PortalClosed } from "../../../../_portal/portal-closed.tsx";
import { LimitedSheet } from "../../../../_portal/portal-limited.tsx";
import { PortalSheet } from "../../../../_portal/portal-sheet.tsx";
import { readPortal } from "../../../../_portal/read-portal.ts";
import { type PageProps, queryField } from "../../../../_visitor/page-props.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await pageWords("card"))("title") };
}

/** Another card for what is charged from now on, in one currency where the customer pays in several. */
export default async function CardPage(props: PageProps) {
  const { tenant: slug } = await props.params;
  const portal = await readPortal(slug);
  if (!portal) return <PortalClosed />;
  if (!portal.mayChange) return <LimitedSheet slug={slug} />;
  const { api, customerId: customer } = portal;
  const texts = await pageTexts("card");
  const named = await queryField(props, "currency");
  const currency = named !== undefined && /^[A-Z]{3}$/.test(named) ? named : undefined;
  const [form, intent] = await Promise.all([
    api.paymentMethods.cardForm.query({}),
    api.paymentMethods.createSetupIntent.mutate({ customer, ...(currency && { currency }) }),
  ]);
  return (
    <PortalSheet slug={slug} title={texts.title}>
      {currency && <p className="mb-4 text-muted">{(await pageWords("portal"))("cardFor", { currency })}</p>}
      <PortalCard
        slug={slug}
        publishableKey={form.publishable_key}
        scriptUrl={form.script_url}
        clientSecret={intent.client_secret}
        locale={await pageLocale()}
        texts={texts}
      />
    </PortalSheet>
  );
}
