import { Undo2 } from "lucide-react";
import type { Metadata } from "next";
import { NoticePage } from "../../../../_components/notice-page.tsx";
import { Button } from "../../../../_components/ui/button.tsx";
import { pageWords } from "../../../../_i18n/translator.ts";
import { tenantOr404 } from "../../../../_lib/visitor.ts";
import type { PageProps } from "../../../../_visitor/page-props.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await pageWords("checkout"))("canceledTitle") };
}

/** Where the card provider's page leads when it is left. */
export default async function CheckoutCanceledPage({ params }: PageProps) {
  const tenant = await tenantOr404((await params).tenant);
  const words = await pageWords("checkout");
  return (
    <NoticePage
      icon={
        <span className="flex size-full items-center justify-center rounded-full bg-subtle text-muted">
          <Undo2 aria-hidden />
        </span>
      }
      title={words("canceledTitle")}
      actions={
        <Button asChild variant="secondary">
          <a href={`/p/${tenant.slug}/pricing`}>{words("seePlans")}</a>
        </Button>
      }
    >
      <p>{words("canceledBody")}</p>
    </NoticePage>
  );
}
