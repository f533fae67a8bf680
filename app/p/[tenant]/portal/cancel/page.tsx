import type { Metadata } from "next";
import { Input } from "../../../../_components/ui/input.tsx";
import { Label } from "../../../../_components/ui/label.tsx";
import { pageWords } from "../../../../_i18n/translator.ts";
import { cancel } from "../../../../_portal/actions.ts";
import { portalNames } from "../../../../_portal/names.ts";
import { ownSubscription } from "../../../../_portal/own-subscription.ts";
import { PortalClosed } from "../../../../_portal/portal-closed.tsx";
import { LimitedSheet } from "../../../../_portal/portal-limited.tsx";
import { PortalSheet } from "../../../../_portal/portal-sheet.tsx";
import { readPortal } from "../../../../_portal/read-portal.ts";
import { SmallForm } from "../../../../_portal/small-form.tsx";
import { type PageProps, queryField } from "../../../../_visitor/page-props.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await pageWords("portal"))("cancelTitle") };
}

const MAX_REASON_LENGTH = 500;

/** Ends a subscription with its period, and asks why. */
export default async function CancelPage(props: PageProps) {
  const { tenant: slug } = await props.params;
  const portal = await readPortal(slug);
  if (!portal) return <PortalClosed />;
  if (!portal.mayChange) return <LimitedSheet slug={slug} />;
  const [words, common] = [await pageWords("portal"), await pageWords("common")];
  const names = await portalNames(portal);
  const {
    id,
    plan,
    current_period_end: end,
  } = await ownSubscription(portal.api, await queryField(props, "subscription"));
  return (
    <PortalSheet slug={slug} title={words("cancelTitle")}>
      {end && (
        <p className="mb-5 text-pretty text-muted">
          {words("cancelBody", { plan: names.plan(plan), date: new Date(end) })}
        </p>
      )}
      <SmallForm
        action={cancel.bind(null, slug)}
        hidden={{ subscription: id }}
        submit={words("cancelConfirm")}
        variant="secondary"
      >
        <div className="mb-5 space-y-1.5">
          <Label htmlFor="reason">
            {words("reason")} ({common("optional")})
          </Label>
          <Input id="reason" name="reason" maxLength={MAX_REASON_LENGTH} className="h-11" />
        </div>
      </SmallForm>
    </PortalSheet>
  );
}
