"use client";

import { BY_INVOICE } from "../../../../../server/platform/schema/provider.ts";
import { COLLECTED } from "../../../../../server/platform/schema/words.ts";
import { LoadFailure } from "../../../../_components/load-failure.tsx";
import { Card, CardHeader, CardTitle } from "../../../../_components/ui/card.tsx";
import { cn } from "../../../../_lib/cn.ts";
import { formatMoney } from "../../../../_lib/format.ts";
import { useLoaded } from "../../../../_lib/use-loaded.ts";
import { LeftCredit } from "../../../_charges/left-credit.tsx";
import { type Balance, creditOf } from "./credit-of.ts";

interface Props {
  customerId: string;
  /** Leads to the amounts, all or those in a state. */
  showCharges: (state: string | null) => void;
}

/** What of the customer's money is on no invoice, per currency, and what to do about it; nothing where all is settled. */
export function BalancePart({ customerId, showCharges }: Props) {
  const { data, error, refetch } = useLoaded("customer balance", customerId, (api, signal) =>
    api.customers.getBalance.query({ id: customerId }, { signal }),
  );
  if (error && !data) return <LoadFailure what="The balance" error={error} onRetry={() => void refetch()} />;
  const balances = data?.balances.filter(isToSettle) ?? [];
  if (balances.length === 0) return null;
  return (
    <Card aria-label="Balance">
      <CardHeader>
        <CardTitle>Not on an invoice yet</CardTitle>
      </CardHeader>
      <ul className="divide-y">
        {balances.map((balance) => (
          <li key={balance.currency} className="p-4">
            <Figures balance={balance} showCharges={showCharges} />
          </li>
        ))}
      </ul>
      <LeftCredit of={{ customer: customerId }} />
    </Card>
  );
}

function isToSettle(balance: Balance): boolean {
  const { credit, waiting } = creditOf(balance);
  return credit !== 0 || waiting !== 0 || balance.held !== 0 || balance.providers.length > 1;
}

function Figures({ balance, showCharges }: { balance: Balance } & Pick<Props, "showCharges">) {
  const { currency, held, providers } = balance;
  const { credit, waiting } = creditOf(balance);
  const money = (amount: number) => formatMoney(amount, currency);
  const open = (state: string | null) => () => showCharges(state);
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3">
        {held !== 0 && (
          <Figure
            name="Needs a decision"
            isToDecide
            hint="say whether it is still owed"
            value={money(held)}
            open={open("held")}
          />
        )}
        <Figure
          name="Not invoiced yet"
          hint="goes on the next invoice"
          value={money(waiting)}
          {...(waiting !== 0 && { open: open(null) })}
        />
        {credit < 0 && <Figure {...owedOf(balance)} value={money(-credit)} />}
        {credit > 0 && (
          <Figure name="Credit" hint="the next invoice uses it" value={money(credit)} open={open(null)} />
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
  const byTransfer = creditOf({ providers: providers.filter(({ provider }) => provider === BY_INVOICE) });
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
