"use client";

import { COLLECTED } from "../../../../../server/platform/schema/words.ts";
import { LoadFailure } from "../../../../_components/load-failure.tsx";
import { Card, CardHeader, CardTitle } from "../../../../_components/ui/card.tsx";
import { Skeleton } from "../../../../_components/ui/skeleton.tsx";
import { cn } from "../../../../_lib/cn.ts";
import { formatMoney } from "../../../../_lib/format.ts";
import { useLoaded } from "../../../../_lib/use-loaded.ts";
import { LeftCredit } from "../../../_charges/left-credit.tsx";
import { type Balance, creditOf } from "./credit-of.ts";

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
        <>
          <ul className="divide-y">
            {data.balances.map((balance) => (
              <li key={balance.currency} className="p-4">
                <Figures balance={balance} showCharges={showCharges} />
              </li>
            ))}
          </ul>
          <LeftCredit of={{ customer: customerId }} />
        </>
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
  const { currency, receivable, held, providers } = balance;
  const { credit, waiting } = creditOf(balance);
  const money = (amount: number) => formatMoney(amount, currency);
  const openCharges = () => showCharges(null);
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4">
        <Figure name="Left to pay" hint="on open invoices" value={money(receivable)} />
        <Figure
          name="Not invoiced yet"
          hint="waits for an invoice"
          value={money(waiting)}
          {...(waiting !== 0 && { open: openCharges })}
        />
        {credit < 0 ? (
          <Figure {...owedOf(balance)} value={money(-credit)} />
        ) : (
          <Figure
            name="Credit"
            hint={credit > 0 ? "what the customer is owed" : "nothing is owed to them"}
            value={money(credit)}
            {...(credit > 0 && { open: openCharges })}
          />
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
            .map((one) => {
              const own = creditOf({ ...balance, providers: [one] });
              return `${COLLECTED[one.provider]}: ${money(one.receivable)} left to pay, ${money(own.waiting)} not invoiced yet, ${money(own.credit)} credit.`;
            })
            .join(" ")}
        </p>
      )}
    </>
  );
}

/** What credit below 0 is: by transfer, credit of a payment that was taken back after an invoice had used it. */
function owedOf({ providers }: Balance): { name: string; hint: string } {
  const byTransfer = creditOf({ providers: providers.filter(({ provider }) => provider === "PROVIDER_B") });
  return byTransfer.credit < 0
    ? { name: "Payment taken back", hint: "the next invoice asks for its used credit" }
    : { name: "Carried over", hint: "too small to be charged alone" };
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
        <span className="block text-base font-semibold wrap-break-word tabular-nums">
          {open ? (
            <button type="button" onClick={open} className="rounded text-link hover:underline">
              {value}
            </button>
          ) : (
            value
          )}
        </span>
        <span className="block text-xs text-pretty text-muted">{hint}</span>
      </dd>
    </div>
  );
}
