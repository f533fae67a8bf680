import { cn } from "../../_lib/cn.ts";

interface Bar {
  label: string;
  value: number;
  max: number;
  tone?: "notice" | "positive" | "caution" | "negative";
  className?: string;
}

const GROUNDS = {
  notice: "bg-bar-notice",
  positive: "bg-bar-positive",
  caution: "bg-bar-caution",
  negative: "bg-bar-negative",
};

/** A progress bar: value of max. */
export function Progress({ label, value, max, tone = "notice", className }: Bar) {
  const share = max <= 0 ? 0 : Math.min(1, value / max);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(share * 100)}
      aria-valuemin={0}
      aria-valuemax={100}
      className={cn("h-1.5 w-full overflow-hidden rounded-full bg-subtle", className)}
    >
      <div
        className={cn("h-full rounded-full transition-[width] duration-150", GROUNDS[tone])}
        style={{ width: `${share * 100}%` }}
      />
    </div>
  );
}
