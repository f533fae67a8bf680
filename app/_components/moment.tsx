import { formatMoment, formatRelative } from "../_lib/format.ts";

/** A moment as people say it; which one exactly shows on pointing, and always where isExact says so. */
export function Moment({ iso, isExact = false }: { iso: string | null; isExact?: boolean }) {
  if (iso === null) return <span className="text-muted">–</span>;
  return (
    <time
      dateTime={iso}
      title={formatMoment(iso)}
      suppressHydrationWarning
      className="whitespace-nowrap tabular-nums"
    >
      {isExact ? (
        <>
          {formatMoment(iso)} <span className="text-muted">({formatRelative(iso)})</span>
        </>
      ) : (
        formatRelative(iso)
      )}
    </time>
  );
}
