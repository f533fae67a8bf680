import { Card } from "../_components/ui/card.tsx";
import { Skeleton } from "../_components/ui/skeleton.tsx";

/** The placeholder of a dashboard page while it loads. */
export default function Loading() {
  return (
    <div role="status" aria-label="Loading">
      <Skeleton className="mb-6 h-7 w-48" />
      <Card className="divide-y">
        {["a", "b", "c", "d", "e", "f", "g", "h"].map((name) => (
          <div key={name} className="flex h-11 items-center gap-6 px-4">
            <Skeleton className="h-4 w-48" />
            <Skeleton className="h-4 w-20" />
            <Skeleton className="h-4 w-20 max-sm:hidden" />
          </div>
        ))}
      </Card>
    </div>
  );
}
