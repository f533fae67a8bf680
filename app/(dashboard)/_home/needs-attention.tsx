"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import type { Route } from "next";
import type { ReactNode } from "react";
import { Link } from "../../_components/link.tsx";
import { Badge } from "../../_components/ui/badge.tsx";
import { Card } from "../../_components/ui/card.tsx";
import type { Api } from "../../_lib/api.ts";
import { useDashboard } from "../../_lib/dashboard.tsx";
import { formatCount, formatList, formatMoney } from "../../_lib/format.ts";
import {
  attentionQuery,
  failingEndpointsQuery,
  openNoticesQuery,
  setupGapsQuery,
} from "../../_lib/queries.ts";
import { attentionItems, missingSetup, type Sums } from "./attention-items.ts";

type Endpoints = Awaited<ReturnType<Api["webhookEndpoints"]["failing"]["query"]>>["data"];

/** What waits for a person, each with a link to the list of it, and what is to be set up; nothing where nothing does. */
export function NeedsAttention() {
  const { api, tenant } = useDashboard();
  const { tenantId } = tenant;
  const { data: money } = useQuery(attentionQuery(api, tenantId));
  const { data: endpoints } = useQuery(failingEndpointsQuery(api, tenantId));
  const { data: notices } = useQuery(openNoticesQuery(api, tenantId));
  const { data: gaps } = useQuery(setupGapsQuery(api, tenantId));
  const shown = attentionItems(money, notices);
  const missing = missingSetup(gaps);
  const failing = endpoints?.data ?? [];
  if (shown.length + failing.length + missing.length === 0) return null;
  return (
    <Card aria-label="Needs attention" className="divide-y px-4 py-1 text-[0.8125rem]">
      {shown.length + failing.length > 0 && (
        <Group title="Needs attention">
          {shown.map(({ count, sums = [], one, many, href, tone, hasMore }) => (
            <li key={one}>
              <Link href={href} className={LOOK}>
                <Badge tone={tone}>
                  {formatCount(count)}
                  {hasMore && "+"}
                </Badge>
                <span>
                  {" "}
                  {count === 1 ? one : many}
                  {sums.length > 0 && <span className="tabular-nums">, {sumWords(sums)}</span>}
                </span>
              </Link>
            </li>
          ))}
          {failing.length > 0 && (
            <li className="min-w-0">
              <FailingEndpoints endpoints={failing} />
            </li>
          )}
        </Group>
      )}
      {missing.length > 0 && (
        <Group title="To set up">
          {missing.map(({ words, href }) => (
            <li key={href}>
              <Link href={href} className={LOOK}>
                {words}
              </Link>
            </li>
          ))}
        </Group>
      )}
    </Card>
  );
}

/** Things to do of one kind, each a link. */
function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex items-start gap-x-6 gap-y-1 py-1.5 max-sm:flex-col">
      <h2 className="flex min-h-8 shrink-0 items-center gap-2 font-semibold sm:w-36">
        <CircleAlert aria-hidden className="size-4 text-caution" />
        {title}
      </h2>
      <ul className="flex min-w-0 flex-wrap gap-x-6 max-sm:w-full max-sm:flex-col">{children}</ul>
    </div>
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
      <span className="min-w-0 break-words">
        {isOne ? "webhook endpoint" : "webhook endpoints"} {isOne ? stateWords(first) : "not reached"}:{" "}
        {hostOf(first.url)}
        {!isOne && ` + ${formatCount(others.length)} more`}
      </span>
    </Link>
  );
}

const stateWords = ({ state }: Endpoints[number]) => (state === "FAILING" ? "failing" : "disabled");

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url);

/** "$1,234.00 and €20.00"; of three currencies and more "$1,234.00 + 2 currencies". */
function sumWords(sums: Sums): string {
  const amounts = sums.map(({ amount, currency }) => formatMoney(amount, currency));
  return amounts.length < 3
    ? formatList(amounts)
    : `${amounts[0]} + ${formatCount(amounts.length - 1)} currencies`;
}

const LOOK =
  "inline-flex max-w-full min-h-8 items-center gap-1.5 rounded text-link underline-offset-2 hover:underline";
