import { Board } from "../../_components/chart/board.tsx";
import { Skeleton } from "../../_components/ui/skeleton.tsx";

/** Placeholders for the figures while they load. */
export function FiguresSkeleton() {
  return (
    <Board className="lg:grid-cols-3">
      {["customers", "subscriptions", "waitlist"].map((name) => (
        <div key={name} className="h-44 bg-surface p-5">
          <Skeleton className="h-4 w-28" />
          <Skeleton className="mt-3 h-7 w-16" />
          <Skeleton className="mt-3 h-3 w-40" />
        </div>
      ))}
    </Board>
  );
}
