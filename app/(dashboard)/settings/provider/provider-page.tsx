"use client";

import { CreditCard } from "lucide-react";
import { Empty } from "../../../_components/empty.tsx";
import { LoadFailure } from "../../../_components/load-failure.tsx";
import { PageHeader } from "../../../_components/page-header.tsx";
import { Alert } from "../../../_components/ui/alert.tsx";
import { Card } from "../../../_components/ui/card.tsx";
import { useDashboard } from "../../../_lib/dashboard.tsx";
import { useLoaded, useMay } from "../../../_lib/use-loaded.ts";
import Loading from "../../loading.tsx";
import { AccountCard } from "./account-card.tsx";
import { CheckCard } from "./check-card.tsx";
import { ConnectDialog } from "./connect-dialog.tsx";
import { DriftCard } from "./drift-card.tsx";

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
  const isForTests =
    account !== null && (!isStripe || (tenant.tenantMode === "LIVE" && account.is_test_mode));
  return (
    <>
      <PageHeader
        title="Payments"
        description="The account that charges cards, and whether what it reports arrives."
        actions={mayConnect && account && <ConnectDialog isConnected isForTests={isForTests} />}
      />
      {tenant.tenantMode === "LIVE" && account && (account.is_test_mode || !isStripe) && (
        <Alert tone="caution" role="note" className="mb-4">
          Live mode uses {isStripe ? "a test account" : "the embedded sandbox"}: no real money moves.
        </Alert>
      )}
      {account ? (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <AccountCard account={account} callbacks={callbacks} />
          <CheckCard />
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
