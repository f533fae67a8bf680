import { Check } from "lucide-react";
import type { Metadata } from "next";
import { NoticePage } from "../../../../_components/notice-page.tsx";
import { Button } from "../../../../_components/ui/button.tsx";
import { pageLocale, pageWords } from "../../../../_i18n/translator.ts";
import { pagesBridge } from "../../../../_lib/bridge.ts";
import { tenantOr404 } from "../../../../_lib/visitor.ts";
import { type PageProps, queryField } from "../../../../_visitor/page-props.ts";
import { PurchaseFacts } from "../../../../_visitor/purchase-facts.tsx";
import { SettingUp } from "../../../../_visitor/setting-up.tsx";

export async function generateMetadata(): Promise<Metadata> {
  // The address is the buyer's: no page that this one leads to may learn it.
  return { title: (await pageWords("checkout"))("doneTitle"), referrer: "no-referrer" };
}

/** Where the card provider's page leads when it is completed: says what was bought, as soon as that is known. */
export default async function CheckoutSuccessPage(props: PageProps) {
  const tenant = await tenantOr404((await props.params).tenant);
  const id = await queryField(props, "checkout");
  const checkout = id === undefined ? null : await pagesBridge().checkout(tenant, id, await pageLocale());
  const words = await pageWords("checkout");
  const common = await pageWords("common");
  const back = checkout?.returnUrl ?? tenant.websiteUrl;
  const isBought = checkout?.state === "ACTIVE" || checkout?.state === "TRIALING";
  return (
    <NoticePage
      icon={
        <span className="flex size-full items-center justify-center rounded-full bg-positive-ground text-positive">
          <Check aria-hidden />
        </span>
      }
      title={words("doneTitle")}
      facts={checkout && isBought && <PurchaseFacts checkout={checkout} />}
      actions={
        back && (
          <Button asChild className="h-11 px-5 text-base">
            <a href={back}>{common("back", { name: tenant.name })}</a>
          </Button>
        )
      }
    >
      {checkout?.state === "PENDING" && (
        <>
          <SettingUp moment={words("doneBody")} slow={words("doneSlow")} />
          <noscript>
            <meta httpEquiv="refresh" content="3" />
          </noscript>
        </>
      )}
      {checkout?.state === "ACTIVE" && <p>{words("doneActive", { name: checkout.name })}</p>}
      {checkout?.state === "TRIALING" && <p>{words("doneTrialing", { name: checkout.name })}</p>}
      {checkout?.state === "FAILED" && <p>{words("doneFailed", { name: checkout.name })}</p>}
      {isBought && <p>{words("mailed")}</p>}
      {!back && <p>{words("doneClose")}</p>}
    </NoticePage>
  );
}
