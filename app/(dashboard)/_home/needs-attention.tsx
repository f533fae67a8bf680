"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import type { Route } from "next";
import { Link } from "../../_components/link.tsx";
import { Badge } from "../../_components/ui/badge.tsx";
import { Card } from "../../_components/ui/card.tsx";
import type { Api } from "../../_lib/api.ts";
import { useDashboard } from "../../_lib/dashboard.tsx";
import { formatCount, formatMoney } from "../../_lib/format.ts";
import {
  attentionQuery,
  failingEndpointsQuery,
  openNoticesQuery,
  setupGapsQuery,
} from "../../_lib/queries.ts";

type Waiting = Awaited<ReturnType<Api["analytics"]["attention"]["query"]>>["overdue_invoices"];
type Endpoints = Awaited<ReturnType<Api["webhookEndpoints"]["failing"]["query"]>>["data"];

interface Item {
  waiting: Waiting | undefined;
  one: string;
  many: string;
  href: Route;
  tone: "negative" | "caution";
  /** Whether there are more than were counted. */
  hasMore?: boolean;
}

const DECISIONS: Route = "/invoices?tab=decisions";

/** What waits for a person, each with a link to the list of it; nothing where nothing does. */
export function NeedsAttention() {
  const { api, tenant, sendsMail } = useDashboard();
  const { tenantId, tenantMode } = tenant;
  const { data: money } = useQuery(attentionQuery(api, tenantId));
  const { data: endpoints } = useQuery(failingEndpointsQuery(api, tenantId));
  const { data: notices } = useQuery(openNoticesQuery(api, tenantId));
  const { data: gaps } = useQuery(setupGapsQuery(api, tenantId));
  const items: Item[] = [
    {
      ...{ waiting: money?.overdue_invoices, one: "overdue invoice", many: "overdue invoices" },
      ...{ href: "/invoices?overdue=true", tone: "negative" as const },
    },
    {
      ...{ waiting: money?.unpaid_subscriptions, one: "unpaid subscription", many: "unpaid subscriptions" },
      ...{ href: "/subscriptions?status=UNPAID", tone: "negative" as const },
    },
    {
      waiting: money?.past_due_subscriptions,
      ...{ one: "past due subscription", many: "past due subscriptions" },
      ...{ href: "/subscriptions?status=PAST_DUE", tone: "caution" as const },
    },
    {
      ...{ waiting: money?.held_charges, one: "amount needs a decision", many: "amounts need a decision" },
      ...{ href: DECISIONS, tone: "caution" as const },
    },
    {
      waiting: notices && { count: notices.data.length, sum: null },
      ...{ one: "notice about an invoice", many: "notices about invoices" },
      ...{ href: DECISIONS, tone: "caution" as const, hasMore: Boolean(notices?.next_cursor) },
    },
    {
      ...{ waiting: money?.left_credits, one: "credit to settle", many: "credits to settle" },
      ...{ href: DECISIONS, tone: "caution" as const },
    },
  ];
  const shown = items.flatMap(({ waiting, ...item }) => (waiting?.count ? [{ ...item, ...waiting }] : []));
  const missing: { words: string; href: Route }[] = [
    ...(gaps?.lacks_card_provider
      ? [{ words: "Stripe is not connected: cards cannot be charged", href: "/settings/provider" as const }]
      : []),
    ...(gaps?.lacks_key
      ? [{ words: "Your back end has no key for Live", href: "/applications" as const }]
      : []),
    ...(gaps?.lacks_bank_details
      ? [{ words: "Invoices do not say how to pay", href: "/settings/billing" as const }]
      : []),
    ...(tenantMode === "LIVE" && !sendsMail
      ? [{ words: "Mail is not set up", href: "/settings/connections" as const }]
      : []),
  ];
  const failing = endpoints?.data ?? [];
  if (shown.length + failing.length + missing.length === 0) return null;
  return (
    <Card
      aria-label="Needs attention"
      className="flex items-start gap-x-6 gap-y-1 px-4 py-2.5 text-[0.8125rem] max-sm:flex-col"
    >
      <h2 className="flex min-h-8 shrink-0 items-center gap-2 font-semibold">
        <CircleAlert aria-hidden className="size-4 text-caution" />
        Needs attention
      </h2>
      <ul className="flex min-w-0 flex-wrap gap-x-6 max-sm:w-full max-sm:flex-col">
        {shown.map(({ count, sum, one, many, href, tone, hasMore }) => (
          <li key={one}>
            <Link href={href} className={LOOK}>
              <Badge tone={tone}>
                {formatCount(count)}
                {hasMore && "+"}
              </Badge>
              <span>
                {" "}
                {count === 1 ? one : many}
                {sum && <span className="tabular-nums">, {sumWords(sum)}</span>}
              </span>
            </Link>
          </li>
        ))}
        {failing.length > 0 && (
          <li className="min-w-0">
            <FailingEndpoints endpoints={failing} />
          </li>
        )}
        {missing.map(({ words, href }) => (
          <li key={href}>
            <Link href={href} className={LOOK}>
              {words}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Names the endpoint that failed first; leads to it, or to all where there are several. */
function FailingEndpoints({ endpoints }: { endpoints: Endpoints }) {
  const [first, ...others] = endpoints;
  if (!first) return null;
  const isOne = others.length === 0;
  const href = isOne ? (`/webhook-endpoints/${first.id}` as Route) : "/webhook-endpoints";
  return (
    <Link href={href} className={LOOK} title={endpoints.map(({ url }) => url).join("\n")}>
      <Badge tone="negative">{formatCount(endpoints.length)}</Badge>
      <span className="flex min-w-0 gap-1">
        <span className="truncate">
          {isOne ? "webhook endpoint" : "webhook endpoints"} {isOne ? stateWords(first) : "not reached"}:{" "}
          {hostOf(first.url)}
        </span>
        {!isOne && <span className="shrink-0"> + {formatCount(others.length)} more</span>}
      </span>
    </Link>
  );
}

const stateWords = ({ state }: Endpoints[number]) => (state === "FAILING" ? "failing" : "disabled");

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url);

/** "$1,234.00 + 2 currencies". */
function sumWords({ amount, currency, other_currencies: others }: NonNullable<Waiting["sum"]>): string {
  const words = formatMoney(amount, currency);
  if (others === 0) return words;
  return `${words} + ${formatCount(others)} ${others === 1 ? "currency" : "currencies"}`;
}

const LOOK = "inline-flex max-w-full min-h-8 items-center gap-1.5 rounded underline-offset-2 hover:underline";
