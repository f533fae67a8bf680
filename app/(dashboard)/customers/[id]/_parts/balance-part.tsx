"use client";

import { LoadFailure } from "../../../../_components/load-failure.tsx";
import { Card, CardHeader, CardTitle } from "../../../../_components/ui/card.tsx";
import { Skeleton } from "../../../../_components/ui/skeleton.tsx";
import type { Api } from "../../../../_lib/api.ts";
import { cn } from "../../../../_lib/cn.ts";
import { formatMoney } from "../../../../_lib/format.ts";
import { useLoaded } from "../../../../_lib/use-loaded.ts";

type Balance = Awaited<ReturnType<Api["customers"]["getBalance"]["query"]>>["balances"][number];

/** What the customer owes and is owed, per currency. `showCharges` leads to the charges, all or those in a state. */
export function BalancePart({
  customerId,
  showCharges,
}: {
  customerId: string;
  showCharges: (state: string | null) => void;
}) {
  const { data, error, refetch } = useLoaded("customer balance", customerId, (api, signal) =>
    api.customers.getBalance.query({ id: customerId }, { signal }),
  );
  return (
    <Card aria-label="Balance">
      <CardHeader>
        <CardTitle>Balance</CardTitle>
      </CardHeader>
      {error && !data ? (
        <div className="p-4">
          <LoadFailure what="The balance" error={error} onRetry={() => void refetch()} />
        </div>
      ) : !data ? (
        <div className="p-4">
          <Skeleton className="h-14 w-full" />
        </div>
      ) : data.balances.length === 0 ? (
        <p className="px-4 py-6 text-center text-[0.8125rem] text-muted">Nothing was charged yet.</p>
      ) : (
        <ul className="divide-y">
          {data.balances.map((balance) => (
            <li key={balance.currency} className="p-4">
              <Figures balance={balance} showCharges={showCharges} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Figures({
  balance,
  showCharges,
}: {
  balance: Balance;
  showCharges: (state: string | null) => void;
}) {
  const { currency, receivable, waiting, held, credit, providers } = balance;
  const money = (amount: number) => formatMoney(amount, currency);
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4">
        <Figure name="Left to pay" hint="on open invoices" value={money(receivable)} />
        <Figure
          name={waiting < 0 ? "Credit for the next invoice" : "Not invoiced yet"}
          hint={waiting < 0 ? "taken off what it charges" : "waits for an invoice"}
          value={money(Math.abs(waiting))}
          {...(waiting !== 0 && { open: () => showCharges(null) })}
        />
        {credit < 0 ? (
          <Figure name="Carried over" hint="too small to be charged alone" value={money(-credit)} />
        ) : (
          // Beside credit that waits, none is no news.
          (credit > 0 || waiting >= 0) && (
            <Figure name="Credit" hint="used by the next invoice" value={money(credit)} />
          )
        )}
        {held !== 0 && (
          <Figure
            name="Needs a decision"
            isToDecide
            hint="held until you decide"
            value={money(held)}
            open={() => showCharges("held")}
          />
        )}
      </dl>
      {providers.length > 1 && (
        <p className="mt-3 text-xs text-muted">
          {providers
            .map(
              (one) =>
                `${one.provider === "PROVIDER_A" ? "By card" : "By transfer"}: ${money(one.receivable)} to pay, ${money(one.waiting)} not invoiced, ${money(one.credit)} credit.`,
            )
            .join(" ")}
        </p>
      )}
    </>
  );
}

interface FigureProps {
  name: string;
  hint: string;
  value: string;
  open?: () => void;
  isToDecide?: boolean;
}

function Figure({ name, hint, value, open, isToDecide = false }: FigureProps) {
  return (
    <div className="min-w-0">
      <dt className={cn("text-xs text-muted", isToDecide && "font-medium text-caution")}>{name}</dt>
      <dd className="mt-0.5">
        <span className="block truncate text-base font-semibold tabular-nums">
          {open ? (
            <button type="button" onClick={open} className="rounded text-link hover:underline">
              {value}
            </button>
          ) : (
            value
          )}
        </span>
        <span className="block truncate text-xs text-muted">{hint}</span>
      </dd>
    </div>
  );
}
