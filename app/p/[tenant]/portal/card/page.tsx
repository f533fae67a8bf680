import type { Metadata } from "next";
import { pageLocale, pageTexts, pageWords } from "../../../../_i18n/translator.ts";
import { readPortal } from "../../../../_portal/open-portal.ts";
import { PortalCard } from "../../../../_portal/portal-card.tsx";
import { PortalClosed } from "../../../../_portal/portal-closed.tsx";
import { LimitedSheet } from "../../../../_portal/portal-limited.tsx";
import { PortalSheet } from "../../../../_portal/portal-sheet.tsx";
import type { PageProps } from "../../../../_visitor/page-props.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await pageWords("card"))("title") };
}

/** Another card for what is charged from now on. */
export default async function CardPage({ params }: PageProps) {
  const { tenant: slug } = await params;
  const portal = await readPortal(slug);
  if (!portal) return <PortalClosed />;
  if (!portal.mayChange) return <LimitedSheet slug={slug} />;
  const { api, customerId: customer } = portal;
  const texts = await pageTexts("card");
  const [form, intent] = await Promise.all([
    api.paymentMethods.cardForm.query({}),
    api.paymentMethods.createSetupIntent.mutate({ customer }),
  ]);
  return (
    <PortalSheet slug={slug} title={texts.title}>
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
