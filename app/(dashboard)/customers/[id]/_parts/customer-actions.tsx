"use client";

import { ChevronDown } from "lucide-react";
import dynamic from "next/dynamic";
import { BY_CARD, BY_INVOICE } from "../../../../../server/platform/schema/provider.ts";
import { LazyMenu } from "../../../../_components/lazy-menu.tsx";
import { buttonLook } from "../../../../_components/ui/button.tsx";
import { Skeleton } from "../../../../_components/ui/skeleton.tsx";
import type { Api } from "../../../../_lib/api.ts";
import { useLoaded, useMay } from "../../../../_lib/use-loaded.ts";
import { RecordPayment } from "../../../invoices/record-payment.tsx";
import { useChangeOptions, waysToChange } from "../../../subscriptions/[id]/change-options.ts";
import { ChangePlan } from "../../../subscriptions/[id]/change-plan.tsx";
import { NewSubscription } from "../../../subscriptions/new-subscription.tsx";
import { isLive, type Subscription, useSubscriptions } from "./use-subscriptions.ts";

const CustomerMenu = dynamic(() => import("./customer-menu.tsx"), { ssr: false });

type Customer = Awaited<ReturnType<Api["customers"]["get"]["query"]>>;

/** What one most likely comes for, and a menu of all the rest. */
export function CustomerActions({ customer }: { customer: Customer }) {
  const maySupport = useMay("SUPPORT");
  const mayChange = useMay("ADMIN");
  if (!maySupport) return null;
  return (
    <>
      {mayChange && customer.erased_at === null && <PrimaryAction customerId={customer.id} />}
      <LazyMenu Menu={CustomerMenu} menuProps={{ customer }} className={buttonLook({ variant: "secondary" })}>
        Actions
        <ChevronDown aria-hidden />
      </LazyMenu>
    </>
  );
}

/** The payment of the oldest open invoice by transfer; else another plan of the only subscription; else a new one. */
function PrimaryAction({ customerId }: { customerId: string }) {
  const { data: open, error: noInvoices } = useLoaded("open transfer invoices", customerId, (api, signal) =>
    api.invoices.browse.query(
      { customer: customerId, status: "OPEN", provider: BY_INVOICE, sort: "due_at", order: "asc" },
      { signal },
    ),
  );
  const { data: subscriptions, error: noSubscriptions } = useSubscriptions(customerId);
  if ((!open && !noInvoices) || (!subscriptions && !noSubscriptions))
    return <Skeleton className="h-9 w-36" />;
  const [oldest, ...others] = open?.data ?? [];
  if (oldest) return <RecordPayment invoice={oldest} others={others.length} />;
  const [only, ...rest] = (subscriptions?.data ?? []).filter(isLive);
  return only && rest.length === 0 ? (
    <ChangeOrNew subscription={only} />
  ) : (
    <NewSubscription customer={customerId} />
  );
}

/** Another plan of a subscription, where its state allows one and another is sold; else a new subscription. */
function ChangeOrNew({ subscription }: { subscription: Subscription }) {
  const { id, status, canceled_at: canceled, customer, provider } = subscription;
  const { data: options, error } = useChangeOptions(id);
  if (!options && !error) return <Skeleton className="h-9 w-36" />;
  const { prices } = options ?? { prices: [] };
  const isChangeable = canceled === null && (status === "ACTIVE" || status === "TRIALING");
  return isChangeable && waysToChange(prices).plan ? (
    <ChangePlan change={{ id, prices, isByCard: provider === BY_CARD, way: "plan" }} />
  ) : (
    <NewSubscription customer={customer.id} />
  );
}
