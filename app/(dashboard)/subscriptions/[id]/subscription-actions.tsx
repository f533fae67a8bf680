"use client";

import { ChevronDown } from "lucide-react";
import dynamic from "next/dynamic";
import { BY_CARD, BY_INVOICE } from "../../../../server/platform/schema/provider.ts";
import { ActionDialog } from "../../../_components/form/action-dialog.tsx";
import { LazyMenu } from "../../../_components/lazy-menu.tsx";
import { Button, buttonLook } from "../../../_components/ui/button.tsx";
import { Skeleton } from "../../../_components/ui/skeleton.tsx";
import type { Api } from "../../../_lib/api.ts";
import { useLoaded, useMay } from "../../../_lib/use-loaded.ts";
import { RecordPayment } from "../../invoices/record-payment.tsx";
import { type Change, type PriceOption, waysToChange } from "./change-options.ts";
import { ChangePlan } from "./change-plan.tsx";
import { RESUME } from "./resume.ts";

const SubscriptionMenu = dynamic(() => import("./subscription-menu.tsx"), { ssr: false });

type Subscription = Awaited<ReturnType<Api["subscriptions"]["get"]["query"]>>;

interface Props {
  subscription: Subscription;
  /** What the server lets it change to. */
  prices: PriceOption[];
}

/** What one most likely comes for: a payment that is missing, a pause or cancellation to end, another plan; and a menu of the rest. */
export function SubscriptionActions({ subscription, prices }: Props) {
  const { id, status, provider, canceled_at: canceledAt } = subscription;
  const { data: open, error } = useLoaded(
    "open transfer invoices",
    { subscription: id },
    (api, signal) =>
      api.invoices.browse.query(
        { subscription_id: id, status: "OPEN", provider: BY_INVOICE, sort: "due_at", order: "asc" },
        { signal },
      ),
    { isWanted: provider === BY_INVOICE },
  );
  if (!useMay("ADMIN") || status === "CANCELED") return null;
  if (provider === BY_INVOICE && !open && !error) return <Skeleton className="h-9 w-60" />;
  const [oldest, ...others] = open?.data ?? [];
  const isResumable = status === "PAUSED" || canceledAt !== null;
  const ways = waysToChange(prices);
  const changes = (["plan", "steps"] as const)
    .filter((way) => ways[way])
    .map((way): Change => ({ id, prices, isByCard: provider === BY_CARD, way }));
  const primary = oldest ? "pay" : isResumable ? "resume" : "change";
  const [change] = primary === "change" ? changes : [];
  return (
    <>
      {oldest && <RecordPayment invoice={oldest} others={others.length} />}
      {primary === "resume" && <Resume id={id} />}
      {change && (
        // Of one whose card failed the payment comes first: the page shows it above.
        <ChangePlan change={change} variant={status === "PAST_DUE" ? "secondary" : "primary"} />
      )}
      <LazyMenu
        Menu={SubscriptionMenu}
        menuProps={{
          subscription,
          ...(primary !== "resume" && isResumable && { resume: true }),
          changes: changes.filter((one) => one !== change),
        }}
        className={buttonLook({ variant: "secondary" })}
      >
        Actions
        <ChevronDown aria-hidden />
      </LazyMenu>
    </>
  );
}

function Resume({ id }: { id: string }) {
  return <ActionDialog trigger={<Button>Resume</Button>} {...RESUME} fixed={{ id }} />;
}
