import { Card } from "../../_components/ui/card.tsx";
import { Skeleton } from "../../_components/ui/skeleton.tsx";

/** Placeholders for the figures while they load. */
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
