"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import type { Route } from "next";
import { Link } from "../../_components/link.tsx";
import { Badge } from "../../_components/ui/badge.tsx";
import { Card } from "../../_components/ui/card.tsx";
import { useDashboard } from "../../_lib/dashboard.tsx";
import { formatCount } from "../../_lib/format.ts";
import {
  heldCountQuery,
  leftCreditQuery,
  openNoticesQuery,
  overdueQuery,
  overviewQuery,
  setupGapsQuery,
} from "../../_lib/queries.ts";

interface Item {
  count: number;
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
  const { data: overdue } = useQuery(overdueQuery(api, tenantId));
  const { data: overview } = useQuery(overviewQuery(api, tenantId));
  const { data: charges } = useQuery(heldCountQuery(api, tenantId));
  const { data: notices } = useQuery(openNoticesQuery(api, tenantId));
  const { data: credits } = useQuery(leftCreditQuery(api, tenantId));
  const { data: gaps } = useQuery(setupGapsQuery(api, tenantId));
  const having = (wanted: string) =>
    overview?.subscriptions.by_status.find(({ status }) => status === wanted)?.count ?? 0;
  const items: Item[] = [
    {
      ...{ count: overdue?.count ?? 0, one: "overdue invoice", many: "overdue invoices" },
      ...{ href: "/invoices?overdue=true", tone: "negative" as const },
    },
    {
      ...{ count: having("UNPAID"), one: "unpaid subscription", many: "unpaid subscriptions" },
      ...{ href: "/subscriptions?status=UNPAID", tone: "negative" as const },
    },
    {
      ...{ count: having("PAST_DUE"), one: "past due subscription", many: "past due subscriptions" },
      ...{ href: "/subscriptions?status=PAST_DUE", tone: "caution" as const },
    },
    {
      ...{ count: charges?.held ?? 0, one: "amount needs a decision", many: "amounts need a decision" },
      ...{ href: DECISIONS, tone: "caution" as const },
    },
    {
      ...{ count: notices?.data.length ?? 0, one: "notice about an invoice", many: "notices about invoices" },
      ...{ href: DECISIONS, tone: "caution" as const, hasMore: Boolean(notices?.next_cursor) },
    },
    {
      ...{ count: credits?.total ?? 0, one: "credit to settle", many: "credits to settle" },
      ...{ href: DECISIONS, tone: "caution" as const },
    },
  ];
  const shown = items.filter(({ count }) => count > 0);
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
  if (shown.length + missing.length === 0) return null;
  return (
    <Card
      aria-label="Needs attention"
      className="flex flex-wrap items-center gap-x-6 gap-y-1 px-4 py-2.5 text-[0.8125rem]"
    >
      <h2 className="flex items-center gap-2 font-semibold max-sm:w-full">
        <CircleAlert aria-hidden className="size-4 text-caution" />
        Needs attention
      </h2>
      <ul className="flex flex-wrap gap-x-6 max-sm:flex-col">
        {shown.map(({ count, one, many, href, tone, hasMore }) => (
          <li key={one}>
            <Link href={href} className={LOOK}>
              <Badge tone={tone}>
                {formatCount(count)}
                {hasMore && "+"}
              </Badge>{" "}
              {count === 1 ? one : many}
            </Link>
          </li>
        ))}
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

const LOOK = "inline-flex min-h-8 items-center gap-1.5 rounded underline-offset-2 hover:underline";
