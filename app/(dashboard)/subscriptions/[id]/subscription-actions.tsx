"use client";

import { ChevronDown } from "lucide-react";
import dynamic from "next/dynamic";
import type { ComponentProps } from "react";
import { ActionDialog } from "../../../_components/form/action-dialog.tsx";
import { LazyMenu } from "../../../_components/lazy-menu.tsx";
import { Button, buttonLook } from "../../../_components/ui/button.tsx";
import { Skeleton } from "../../../_components/ui/skeleton.tsx";
import type { Api } from "../../../_lib/api.ts";
import { useCatalog, usePriceOptions } from "../../../_lib/use-catalog.ts";
import { useLoaded, useMay } from "../../../_lib/use-loaded.ts";
import { RecordPayment } from "../../invoices/record-payment.tsx";
import { ChangePlan } from "./change-plan.tsx";
import { RESUME } from "./resume.ts";

const SubscriptionMenu = dynamic(() => import("./subscription-menu.tsx"), { ssr: false });

type Subscription = Awaited<ReturnType<Api["subscriptions"]["get"]["query"]>>;
type Change = Omit<ComponentProps<typeof ChangePlan>, "isPrimary">;

/** What one most likely comes for: a payment that is missing, a pause or cancellation to end, another plan; and a menu of the rest. */
export function SubscriptionActions({ subscription }: { subscription: Subscription }) {
  const { id, status, provider, canceled_at: canceledAt, product, plan_price: price } = subscription;
  const prices = usePriceOptions({ productId: product.id, currency: price.currency }).filter(
    ({ value }) => value !== price.id,
  );
  const { isLoaded } = useCatalog();
  const { data: open, error } = useLoaded(
    "open transfer invoices",
    { subscription: id },
    (api, signal) =>
      api.invoices.browse.query(
        { subscription_id: id, status: "OPEN", provider: "PROVIDER_B", sort: "due_at", order: "asc" },
        { signal },
      ),
    { isWanted: provider === "PROVIDER_B" },
  );
  if (!useMay("ADMIN") || status === "CANCELED") return null;
  if (provider === "PROVIDER_B" && !open && !error) return <Skeleton className="h-9 w-60" />;
  const [oldest, ...others] = open?.data ?? [];
  const isResumable = status === "PAUSED" || canceledAt !== null;
  const isChangeable = status === "ACTIVE" || status === "TRIALING" || status === "PAST_DUE";
  const mayChange = isChangeable && (!isLoaded || prices.length > 0);
  const primary = oldest ? "pay" : isResumable ? "resume" : "change";
  const change: Change = { id, options: prices, isByCard: provider === "PROVIDER_A" };
  return (
    <>
      {oldest && <RecordPayment invoice={oldest} others={others.length} />}
      {primary === "resume" && <Resume id={id} />}
      {primary === "change" && mayChange && (
        // Of one whose card failed the payment comes first: the page shows it above.
        <ChangePlan {...change} isPrimary={status !== "PAST_DUE"} />
      )}
      <LazyMenu
        Menu={SubscriptionMenu}
        menuProps={{
          subscription,
          ...(primary !== "resume" && isResumable && { resume: true }),
          ...(primary !== "change" && mayChange && { change }),
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
