import { cn } from "../_lib/cn.ts";
import { formatDay, formatMoment, formatRelative, formatRelativeDay, isWithinADay } from "../_lib/format.ts";
import { Nothing } from "./nothing.tsx";

/**
 * When something happened: "2 hours ago" within a day, else its date. isExact: always date and time, then the relative time. Where
 * money or access depends on it, Day or isExact.
 */
export function Moment({ iso, isExact = false }: { iso: string | null; isExact?: boolean }) {
  if (iso === null) return <Nothing />;
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
      ) : isWithinADay(iso) ? (
        formatRelative(iso)
      ) : (
        formatDay(iso)
      )}
    </time>
  );
}

interface DayProps {
  iso: string;
  /** How many calendar days away it is, too, in brackets. */
  relative?: "behind";
  /** From when on these days are counted, where that is not this moment: the time of a test clock. */
  now?: string;
}

/** A date such as "24 Nov 2026", for money and access. */
export function Day({ iso, relative, now }: DayProps) {
  const away = () => formatRelativeDay(iso, now === undefined ? new Date() : new Date(now));
  return (
    <time dateTime={iso} title={formatMoment(iso)} suppressHydrationWarning className="tabular-nums">
      <span className="whitespace-nowrap">{formatDay(iso)}</span>
      {relative === "behind" && <span className="whitespace-nowrap text-muted"> ({away()})</span>}
    </time>
  );
}
