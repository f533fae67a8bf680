import { cn } from "../_lib/cn.ts";
import { formatDay, formatMoment, formatRelative } from "../_lib/format.ts";

/** A relative time such as "2 hours ago"; the exact time is in the tooltip, or always shown with isExact. */
export function Moment({ iso, isExact = false }: { iso: string | null; isExact?: boolean }) {
  if (iso === null) return <span className="text-muted">–</span>;
  return (
    <time
      dateTime={iso}
      title={formatMoment(iso)}
      suppressHydrationWarning
      className={cn("tabular-nums", !isExact && "whitespace-nowrap")}
    >
      {isExact ? (
        <>
          <span className="whitespace-nowrap">{formatMoment(iso)}</span>{" "}
          <span className="whitespace-nowrap text-muted">({formatRelative(iso)})</span>
        </>
      ) : (
        formatRelative(iso)
      )}
    </time>
  );
}

/** A date such as "24 Nov 2026", for money; the exact and the relative time are in the tooltip. */
export function Day({ iso }: { iso: string }) {
  return (
    <time
      dateTime={iso}
      title={`${formatMoment(iso)} (${formatRelative(iso)})`}
      suppressHydrationWarning
      className="whitespace-nowrap tabular-nums"
    >
      {formatDay(iso)}
    </time>
  );
}
