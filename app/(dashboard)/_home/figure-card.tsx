import type { Route } from "next";
import { Link } from "../../_components/link.tsx";
import { cn } from "../../_lib/cn.ts";
import { formatCount } from "../../_lib/format.ts";
import { BAR_COLOURS, STATUSES } from "./statuses.ts";

interface Figure {
  title: string;
  total: number;
  /** The parts of the total. */
  parts: { status: keyof typeof STATUSES; count: number }[];
  /** The list of what is counted, and the one of a part; undefined where the list cannot be narrowed to it. */
  href: Route;
  hrefOf: (status: keyof typeof STATUSES) => Route | undefined;
}

/** One figure with its parts, as a bar and as a list. */
export function FigureCard({ title, total, parts, href, hrefOf }: Figure) {
  return (
    <section aria-label={title} className="min-w-0 bg-surface p-5">
      <h2 className="text-[0.8125rem] font-medium">
        <Link href={href} className="rounded hover:underline">
          {title}
        </Link>
      </h2>
      <p className="mt-1 text-xl leading-7 font-semibold tracking-tight tabular-nums">{formatCount(total)}</p>
      <div aria-hidden className="mt-3 flex h-1.5 gap-0.5 overflow-hidden rounded-full bg-subtle">
        {parts
          .filter(({ count }) => count > 0)
          .map(({ status, count }) => (
            <div
              key={status}
              className={cn("min-w-1", BAR_COLOURS[STATUSES[status].tone])}
              style={{ width: `${(100 * count) / total}%` }}
            />
          ))}
      </div>
      <dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-0.5 text-[0.8125rem] lg:grid-cols-1 xl:grid-cols-2">
        {parts.map(({ status, count }) => (
          <div key={status} className="flex min-h-6 items-center gap-2">
            <span
              aria-hidden
              className={cn("size-2 shrink-0 rounded-full", BAR_COLOURS[STATUSES[status].tone])}
            />
            <dt className={cn("min-w-0 flex-1 truncate", count === 0 && "text-muted")}>
              <PartLink href={count === 0 ? undefined : hrefOf(status)}>{STATUSES[status].label}</PartLink>
            </dt>
            <dd className={cn("tabular-nums", count === 0 ? "text-muted" : "font-medium")}>
              {formatCount(count)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function PartLink({ href, children }: { href: Route | undefined; children: string }) {
  if (href === undefined) return children;
  return (
    <Link href={href} className="inline-flex min-h-6 items-center rounded underline-offset-2 hover:underline">
      {children}
    </Link>
  );
}
