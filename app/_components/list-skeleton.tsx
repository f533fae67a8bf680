import { Card, CardHeader } from "./ui/card.tsx";
import { Skeleton } from "./ui/skeleton.tsx";

/** A panel with a title and things of two lines under one another that are still loading. */
export function ListSkeleton({ rows }: { rows: number }) {
  return (
    <Card>
      <div role="status" aria-label="Loading">
        <CardHeader>
          <Skeleton className="h-4 w-32" />
        </CardHeader>
        <ul aria-hidden className="divide-y">
          {Array.from({ length: rows }, (_, index) => (
            <li key={String(index)} className="flex items-center justify-between gap-6 px-4 py-3">
              <span className="min-w-0">
                <span className="flex h-5 items-center">
                  <Skeleton className="h-3.5 w-28" />
                </span>
                <span className="flex h-4 items-center">
                  <Skeleton className="h-2.5 w-44" />
                </span>
              </span>
              <Skeleton className="h-3 w-40 max-sm:hidden" />
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}
