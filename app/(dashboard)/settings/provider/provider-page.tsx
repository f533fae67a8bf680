"use client";

import { CreditCard } from "lucide-react";
import { Empty } from "../../../_components/empty.tsx";
import { LoadFailure } from "../../../_components/load-failure.tsx";
import { PageHeader } from "../../../_components/page-header.tsx";
import { Badge } from "../../../_components/ui/badge.tsx";
import { Card } from "../../../_components/ui/card.tsx";
import type { Api } from "../../../_lib/api.ts";
import { useDashboard } from "../../../_lib/dashboard.tsx";
import { useLoaded, useMay } from "../../../_lib/use-loaded.ts";
import Loading from "../../loading.tsx";
import { AccountCard } from "./account-card.tsx";
import { CheckCard } from "./check-card.tsx";
import { ConnectDialog } from "./connect-dialog.tsx";
import { DriftCard } from "./drift-card.tsx";

type Account = Awaited<ReturnType<Api["cardProvider"]["get"]["query"]>>["account"];

/** What is connected, and what it takes. */
function stateOf(account: Account): string {
  if (account === null) return "Not connected to Stripe: cards cannot be charged.";
  if (account.endpoint !== "stripe") return "Not connected to Stripe: test cards only.";
  return account.is_test_mode
    ? "Connected to Stripe in test mode: test cards only."
    : "Connected to Stripe in live mode: cards are charged.";
}

/** The account with the card provider, and whether its callbacks arrive. */
export function ProviderPage() {
  const mayConnect = useMay("OWNER");
  const { tenant } = useDashboard();
  const { data, error, refetch } = useLoaded("provider", "account", (api, signal) =>
    api.cardProvider.get.query({}, { signal }),
  );
  if (error && !data)
    return <LoadFailure what="The payment settings" error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  const { account, callbacks } = data;
  const isStripe = account?.endpoint === "stripe";
  const isLive = tenant.tenantMode === "LIVE";
  const isForTests = account !== null && (!isStripe || (isLive && account.is_test_mode));
  return (
    <>
      <PageHeader
        title="Payments"
        description={stateOf(account)}
        badges={isLive && isForTests && <Badge tone="caution">No real money</Badge>}
        actions={mayConnect && account && <ConnectDialog isConnected isForTests={isForTests} />}
      />
      {account ? (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <AccountCard account={account} callbacks={callbacks} isLive={isLive} />
          <CheckCard isStripe={isStripe} />
          <DriftCard />
        </div>
      ) : (
        <Card aria-label="Account">
          <Empty
            Icon={CreditCard}
            title="No card can be charged yet"
            action={mayConnect && <ConnectDialog isConnected={false} />}
          >
            With Stripe connected, your customers pay by card. Until then you can sell by invoice, paid by
            transfer.
            {!mayConnect && " An owner connects it here."}
          </Empty>
        </Card>
      )}
    </>
  );
}
