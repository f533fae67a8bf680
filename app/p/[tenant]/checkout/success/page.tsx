import { Check } from "lucide-react";
import type { Metadata } from "next";
import { NoticePage } from "../../../../_components/notice-page.tsx";
import { Button } from "../../../../_components/ui/button.tsx";
import { pageWords } from "../../../../_i18n/translator.ts";
import { tenantOr404 } from "../../../../_lib/visitor.ts";
import type { PageProps } from "../../../../_visitor/page-props.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await pageWords("checkout"))("doneTitle") };
}

/** Where the card provider's page leads when the subscription has been bought. */
export default async function CheckoutSuccessPage({ params }: PageProps) {
  const tenant = await tenantOr404((await params).tenant);
  const words = await pageWords("checkout");
  const common = await pageWords("common");
  return (
    <NoticePage
      icon={
        <span className="flex size-full items-center justify-center rounded-full bg-positive-ground text-positive">
          <Check aria-hidden />
        </span>
      }
      title={words("doneTitle")}
      actions={
        tenant.websiteUrl && (
          <Button asChild>
            <a href={tenant.websiteUrl}>{common("back", { name: tenant.name })}</a>
          </Button>
        )
      }
    >
      <p>{words("doneBody")}</p>
      <p>{words("doneClose")}</p>
    </NoticePage>
  );
}
