import { cn } from "../_lib/cn.ts";
import { type LimitedUse, limitTone } from "../_lib/limit-tone.ts";

const GROUNDS = { within: "", caution: "bg-bar-caution", negative: "bg-bar-negative" };

interface Bar extends LimitedUse {
  label: string;
  /** The colour of what is within the limit. */
  ground?: string;
  className?: string | undefined;
}

/** How much of a limit is used. Past the limit the whole bar is what is used, and its coloured end is how much lies past it. */
export function UsageBar({ label, ground = "bg-bar-notice", className, ...use }: Bar) {
  const { used, limit } = use;
  const share = limit === null || used <= 0 ? 0 : limit <= 0 ? Number.POSITIVE_INFINITY : used / limit;
  const tone = limitTone(use);
  const isPast = share > 1;
  const colour = tone === "within" ? ground : GROUNDS[tone];
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(Math.min(1, share) * 100)}
      aria-valuemin={0}
      aria-valuemax={100}
      className={cn("flex h-1.5 w-full gap-px overflow-hidden rounded-full bg-subtle", className)}
    >
      <div
        className={cn("h-full transition-[width] duration-150", isPast ? ground : cn("rounded-full", colour))}
        style={{ width: `${(isPast ? 1 / share : share) * 100}%` }}
      />
      {isPast && <div className={cn("h-full min-w-1 flex-1", colour)} />}
    </div>
  );
}
