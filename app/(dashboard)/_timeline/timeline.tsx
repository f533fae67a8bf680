"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Circle, CircleAlert, CircleCheck, Mail, StickyNote } from "lucide-react";
import type { Route } from "next";
import { parseAsString, useQueryState } from "nuqs";
import { Link } from "../../_components/link.tsx";
import { LoadFailure } from "../../_components/load-failure.tsx";
import { Button } from "../../_components/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../../_components/ui/card.tsx";
import { Skeleton } from "../../_components/ui/skeleton.tsx";
import type { Api } from "../../_lib/api.ts";
import { cn } from "../../_lib/cn.ts";
import { useDashboard } from "../../_lib/dashboard.tsx";
import { formatDay, formatMoment, formatMoney, formatTime } from "../../_lib/format.ts";
import { shown } from "../../_lib/shown.ts";

type Entry = Awaited<ReturnType<Api["analytics"]["timeline"]["query"]>>["data"][number];

const AT_ONCE = 10;

/** What happened to a customer or a subscription, in sentences, newest first, under the days. */
export function Timeline({ of }: { of: { customer: string } | { subscription_id: string } }) {
  const { api, tenant } = useDashboard();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [tenant.tenantId, "timeline", of],
    queryFn: ({ pageParam, signal }) =>
      api.analytics.timeline.query(
        { ...of, limit: AT_ONCE, ...(pageParam !== null && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor: next }) => next,
  });
  const days = byDay(data?.pages.flatMap((page) => page.data) ?? []);
  return (
    <Card aria-label="What happened">
      <CardHeader>
        <CardTitle>What happened</CardTitle>
        <span className="text-xs text-muted">Times are UTC</span>
      </CardHeader>
      {error && !data ? (
        <div className="p-4">
          <LoadFailure what="What happened" error={error} onRetry={() => void refetch()} />
        </div>
      ) : !data ? (
        <Waiting />
      ) : days.length === 0 ? (
        <p className="px-4 py-6 text-center text-[0.8125rem] text-muted">Nothing happened yet.</p>
      ) : (
        <div className="px-4 pb-3">
          {days.map(({ day, entries }) => (
            <section key={entries[0]?.id} aria-label={day}>
              <h3 className="pt-4 pb-1 text-xs font-medium text-muted">{day}</h3>
              <ol>
                {entries.map((entry) => (
                  <EntryRow key={entry.id} entry={entry} isOfCustomer={"customer" in of} />
                ))}
              </ol>
            </section>
          ))}
          {hasNextPage && (
            <Button
              variant="ghost"
              size="small"
              className="mt-2 -ml-2.5"
              disabled={isFetchingNextPage}
              onClick={() => void fetchNextPage()}
            >
              {isFetchingNextPage ? "Loading…" : "Show earlier"}
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}

/** Entries of one day after the other under that day. */
function byDay(entries: Entry[]): { day: string; entries: Entry[] }[] {
  const days: { day: string; entries: Entry[] }[] = [];
  for (const entry of entries) {
    const day = formatDay(entry.created_at);
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else days.push({ day, entries: [entry] });
  }
  return days;
}

function EntryRow({ entry, isOfCustomer }: { entry: Entry; isOfCustomer: boolean }) {
  const { detail, amount, currency, created_at: at } = entry;
  const { Icon, tone } = lookOf(entry);
  return (
    <li className="flex items-start gap-3 py-1.5 text-[0.8125rem]">
      <Icon aria-hidden className={cn("mt-0.5 size-4 shrink-0", tone)} />
      <div className="min-w-0 flex-1">
        <p className="text-pretty wrap-anywhere">
          <Sentence entry={entry} isOfCustomer={isOfCustomer} />
          {amount !== null && currency !== null && (
            <span className="font-medium whitespace-nowrap tabular-nums">
              {" "}
              {formatMoney(amount, currency)}
            </span>
          )}
        </p>
        {detail && <p className="text-xs whitespace-pre-wrap text-muted">{detail}</p>}
      </div>
      <time
        dateTime={at}
        title={formatMoment(at)}
        className="shrink-0 text-xs leading-5 text-muted tabular-nums"
      >
        {formatTime(at)}
      </time>
    </li>
  );
}

/** The sentence, which leads to what it is about: an invoice opens over the page. */
function Sentence({ entry, isOfCustomer }: { entry: Entry; isOfCustomer: boolean }) {
  const [, open] = useQueryState("invoice", parseAsString.withOptions({ history: "push" }));
  const { invoice_id: invoice } = entry;
  const sentence = shown(entry.sentence);
  if (invoice !== null)
    return (
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => void open(invoice)}
        className="rounded text-left hover:underline"
      >
        {sentence}
      </button>
    );
  const href = pageOf(entry, isOfCustomer);
  if (href === null) return sentence;
  return (
    <Link href={href} className="rounded hover:underline">
      {sentence}
    </Link>
  );
}

function pageOf({ kind, object_type: type, object_id: id }: Entry, isOfCustomer: boolean): Route | null {
  if (kind === "mail") return `/mailbox?mail=${id}` as Route;
  return type === "subscription" && isOfCustomer ? (`/subscriptions/${id}` as Route) : null;
}

const GOOD = /^(?:invoice\.(?:paid|partially_paid)|subscription\.activated)$/;
const BAD = /\.(?:payment_failed|past_due|unpaid|payment_taken_back)$|^dispute\.created$/;

function lookOf({ kind, type, sentence }: Entry) {
  if (kind === "mail")
    return { Icon: Mail, tone: sentence.startsWith("A mail could not") ? "text-negative" : "text-muted" };
  if (kind === "note") return { Icon: StickyNote, tone: "text-muted" };
  if (GOOD.test(type)) return { Icon: CircleCheck, tone: "text-positive" };
  return BAD.test(type)
    ? { Icon: CircleAlert, tone: "text-negative" }
    : { Icon: Circle, tone: "scale-50 fill-current text-muted opacity-60" };
}

/** As high as the first entries. */
function Waiting() {
  return (
    <div role="status" aria-label="Loading" className="px-4 pt-4 pb-3">
      <Skeleton className="h-4 w-24" />
      {["a", "b", "c", "d", "e", "f", "g", "h"].map((name) => (
        <div key={name} className="flex h-8 items-center gap-3">
          <Skeleton className="size-4 rounded-full" />
          <Skeleton className="h-3.5 w-2/3" />
        </div>
      ))}
    </div>
  );
}
