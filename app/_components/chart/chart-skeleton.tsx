import { cn } from "../../_lib/cn.ts";
import { Skeleton } from "../ui/skeleton.tsx";

interface Props {
  /** As of a ChartCard. */
  isMain?: boolean;
  /** Whether the chart has a legend, a line of its own. */
  hasLegend?: boolean;
  className?: string;
}

/** A part of a board whose figures are loading: as high as its ChartCard. */
export function ChartSkeleton({ isMain = false, hasLegend = false, className }: Props) {
  return (
    <div className={cn("min-w-0 bg-surface", className)}>
      <div className="px-5 pt-4">
        <div className="flex h-5 items-center">
          <Skeleton className="h-3.5 w-40 max-w-full" />
        </div>
        <div className={cn("mt-0.5 flex items-center", isMain ? "h-9" : "h-7")}>
          <Skeleton className="h-6 w-28" />
        </div>
        <div className="flex h-4 items-center">
          <Skeleton className="h-2.5 w-48 max-w-full" />
        </div>
      </div>
      <div className="px-4 pt-3 pb-4">
        {/* The legend's line is 20 px high. */}
        <Skeleton
          className={cn(
            "w-full",
            isMain ? (hasLegend ? "h-[17.25rem]" : "h-64") : hasLegend ? "h-[13.25rem]" : "h-48",
          )}
        />
      </div>
    </div>
  );
}
