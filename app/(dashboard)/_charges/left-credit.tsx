"use client";

import { useQuery } from "@tanstack/react-query";
import type { Route } from "next";
import { ActionDialog } from "../../_components/form/action-dialog.tsx";
import { Link } from "../../_components/link.tsx";
import { Button } from "../../_components/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../../_components/ui/card.tsx";
import type { Api } from "../../_lib/api.ts";
import { useDashboard } from "../../_lib/dashboard.tsx";
import { formatCount, formatMoney } from "../../_lib/format.ts";
import { leftCreditQuery } from "../../_lib/queries.ts";
import { shown } from "../../_lib/shown.ts";
import { useLoaded, useMay } from "../../_lib/use-loaded.ts";

type Left = Awaited<ReturnType<Api["ledger"]["leftCredit"]["query"]>>["data"][number];

/**
 * Credit of ended subscriptions of a customer, or of one, which no invoice will use, and the customer's own for no subscription, and what
 * to do with it; nothing while there is none.
 */
export function LeftCredit({ of }: { of: { customer: string } | { subscription_id: string } }) {
  const { data } = useLoaded("left credit", of, (api, signal) => api.ledger.leftCredit.query(of, { signal }));
  return data?.data.map((left) => <LeftRow key={keyOf(left)} left={left} />);
}

/** The same of all customers, for the list of what needs a decision. */
export function LeftCredits() {
  const { api, tenant } = useDashboard();
  const { data } = useQuery(leftCreditQuery(api, tenant.tenantId));
  const credits = data?.data ?? [];
  if (credits.length === 0) return null;
  return (
    <Card aria-label="Credit that no subscription uses" className="mb-4">
      <CardHeader>
        <CardTitle>Credit that no subscription uses</CardTitle>
      </CardHeader>
      {credits.map((left) => (
        <LeftRow key={keyOf(left)} left={left} hasLink />
      ))}
      {data && data.total > credits.length && (
        <p className="border-t px-4 py-2.5 text-[0.8125rem] text-muted">
          These are {formatCount(credits.length)} of {formatCount(data.total)}, of the subscriptions that
          ended last. The others follow as these are settled, and are on their customers’ pages.
        </p>
      )}
    </Card>
  );
}

const keyOf = ({ subscription_id: id, customer, currency }: Left) => id ?? `${customer.id} ${currency}`;

const nameOf = ({ name, email, external_id: externalId }: Left["customer"]) =>
  shown(name ?? email ?? externalId);

function LeftRow({ left, hasLink = false }: { left: Left; hasLink?: boolean }) {
  const mayChange = useMay("ADMIN");
  const { customer } = left;
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 border-t px-4 py-2.5">
      <p className="min-w-0 text-[0.8125rem] text-muted">
        {hasLink && (
          <>
            <Link
              href={`/customers/${customer.id}` as Route}
              className="rounded font-medium text-link hover:underline"
            >
              {nameOf(customer)}
            </Link>
            {": "}
          </>
        )}
        {formatMoney(left.amount, left.currency)} of credit{" "}
        {left.name === null
          ? "was paid beyond what was due: the next one-off invoice by transfer uses it, or you settle it."
          : `is left of ${left.name}, which has ended: no invoice will use it.`}
      </p>
      {mayChange && <SettleAction left={left} />}
    </div>
  );
}

function SettleAction({ left }: { left: Left }) {
  const { subscription_id: id, customer, name, currency, amount, takers, invoices } = left;
  const money = formatMoney(amount, currency);
  return (
    <ActionDialog
      trigger={
        <Button
          variant="secondary"
          size="small"
          aria-label={`Settle the credit of ${name ?? nameOf(customer)}`}
        >
          Settle credit
        </Button>
      }
      title={`Settle the credit of ${money}`}
      description={`${name === null ? "It was paid beyond what was due." : `It is left of ${name}, which has ended.`} This cannot be undone.`}
      schema={async () =>
        (await import("../../../server/domain/billing/ledger/settle-schema.ts")).SettleCredit
      }
      fields={[
        {
          name: "to",
          label: "How it is settled",
          kind: "select",
          isRequired: true,
          options: [
            { value: "REFUND", label: "Refund: you paid it back by transfer" },
            ...(invoices.length > 0 ? [{ value: "INVOICE", label: "Pay an open invoice with it" }] : []),
            ...(takers.length > 0
              ? [{ value: "SUBSCRIPTION", label: "Transfer it to another subscription" }]
              : []),
            { value: "WRITE_OFF", label: "Write it off: the customer gets nothing" },
          ],
          hint: "A final invoice over 0 shows what the credit was for, unless it is written off. A refund is mailed to the customer.",
        },
        {
          name: "to_invoice_id",
          label: "Invoice",
          kind: "select",
          isRequired: true,
          options: invoices.map((invoice) => ({
            value: invoice.id,
            label: `${invoice.number}: ${formatMoney(invoice.amount_remaining, currency)} left to pay`,
          })),
          hint: "Never more than is left to pay. The rest of the credit stays.",
          isShown: ({ to }) => to === "INVOICE",
        },
        {
          name: "to_subscription_id",
          label: "Subscription",
          kind: "select",
          isRequired: true,
          options: takers.map((taker) => ({ value: taker.id, label: taker.name })),
          hint: "Its next invoice uses the credit.",
          isShown: ({ to }) => to === "SUBSCRIPTION",
        },
        {
          name: "reference",
          label: "Reference",
          isShown: ({ to }) => to === "REFUND",
          hint: "The reference of the transfer that paid it back.",
        },
        {
          name: "refunded_at",
          label: "Paid back on (UTC)",
          kind: "day",
          hint: "Leave empty for today.",
          isShown: ({ to }) => to === "REFUND",
        },
        {
          name: "reason",
          label: "Reason",
          kind: "textarea",
          isRequired: true,
          hint: "For your own records, and in the audit log.",
        },
      ]}
      fixed={{ ...(id === null ? { customer: customer.id, currency } : { subscription_id: id }), amount }}
      initial={{ to: "REFUND", to_subscription_id: takers[0]?.id, to_invoice_id: invoices[0]?.id }}
      submit="Settle credit"
      isDangerous
      act={(api, input) => api.ledger.settleCredit.mutate(input)}
      done={({ amount: settled }) => `${formatMoney(settled, currency)} of credit is settled.`}
    />
  );
}
