import { cn } from "../../_lib/cn.ts";
import { formatCount } from "../../_lib/format.ts";
import { BAR_COLOURS, STATUSES } from "./statuses.ts";

interface Figure {
  title: string;
  total: number;
  /** The parts of the total. */
  parts: { status: keyof typeof STATUSES; count: number }[];
}

/** One figure with its parts, as a bar and as a list. */
export function FigureCard({ title, total, parts }: Figure) {
  return (
    <section aria-label={title} className="min-w-0 bg-surface p-5">
      <h2 className="text-[0.8125rem] font-medium">{title}</h2>
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
      <dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-1.5 text-[0.8125rem] lg:grid-cols-1 xl:grid-cols-2">
        {parts.map(({ status, count }) => (
          <div key={status} className="flex items-center gap-2">
            <span
              aria-hidden
              className={cn("size-2 shrink-0 rounded-full", BAR_COLOURS[STATUSES[status].tone])}
            />
            <dt className={cn("min-w-0 flex-1 truncate", count === 0 && "text-muted")}>
              {STATUSES[status].label}
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
