import { Moment } from "../../../_components/moment.tsx";

const MINUTE_MS = 60_000;

/** When a delivery is tried next. One that is due waits for a worker only. */
export function NextTry({ iso }: { iso: string | null }) {
  if (iso !== null && Date.parse(iso) - Date.now() < MINUTE_MS)
    return (
      <time dateTime={iso} suppressHydrationWarning>
        any moment
      </time>
    );
  return <Moment iso={iso} />;
}
