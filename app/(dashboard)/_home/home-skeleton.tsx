import { Board } from "../../_components/chart/board.tsx";
import { Skeleton } from "../../_components/ui/skeleton.tsx";

const PARTS = { customers: 2, subscriptions: 5, waitlist: 4 };

/** Placeholders for the figures while they load, in the shape of FigureCard. */
export function FiguresSkeleton() {
  return (
    <Board className="lg:grid-cols-3">
      {Object.entries(PARTS).map(([name, parts]) => (
        <div key={name} className="bg-surface p-5">
          <div className="flex h-5 items-center">
            <Skeleton className="h-3.5 w-28" />
          </div>
          <div className="mt-1 flex h-7 items-center">
            <Skeleton className="h-6 w-16" />
          </div>
          <Skeleton className="mt-3 h-1.5 w-full rounded-full" />
          <div className="mt-3 grid grid-cols-2 gap-x-6 gap-y-0.5 lg:grid-cols-1 xl:grid-cols-2">
            {Array.from({ length: parts }, (_, index) => (
              <div key={String(index)} className="flex h-6 items-center">
                <Skeleton className="h-3 w-20" />
              </div>
            ))}
          </div>
        </div>
      ))}
    </Board>
  );
}
