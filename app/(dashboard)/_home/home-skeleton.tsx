import { Card, CardHeader } from "../../_components/ui/card.tsx";
import { Skeleton } from "../../_components/ui/skeleton.tsx";

/** The figures before they are there. */
export function FiguresSkeleton() {
  return (
    <div className="grid gap-4 lg:grid-cols-3 lg:gap-6">
      {["customers", "subscriptions", "waitlist"].map((name) => (
        <Card key={name} className="h-44 p-4">
          <Skeleton className="h-4 w-28" />
          <Skeleton className="mt-3 h-7 w-16" />
          <Skeleton className="mt-3 h-3 w-40" />
        </Card>
      ))}
    </div>
  );
}

/** Rows before they are there. */
export function RowsSkeleton() {
  return (
    <div className="space-y-3 p-4">
      {["first", "second", "third"].map((name) => (
        <Skeleton key={name} className="h-5 w-full" />
      ))}
    </div>
  );
}

/** The whole home page before it is there. */
export function HomeSkeleton() {
  return (
    <div role="status" aria-label="Loading">
      <Skeleton className="mb-6 h-7 w-48" />
      <div className="space-y-4 lg:space-y-6">
        <FiguresSkeleton />
        <div className="grid items-start gap-4 lg:gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          {["applications", "quick-start"].map((name) => (
            <Card key={name}>
              <CardHeader>
                <Skeleton className="h-4 w-28" />
              </CardHeader>
              <RowsSkeleton />
            </Card>
          ))}
        </div>
      </div>
    </div>
  );
}
