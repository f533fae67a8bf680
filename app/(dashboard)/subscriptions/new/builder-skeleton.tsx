import { Skeleton } from "../../../_components/ui/skeleton.tsx";

/** The two columns of a builder. */
export const BUILDER_COLUMNS = "grid items-start gap-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)] lg:gap-6";

/** What stands in their place while they load. */
export function BuilderSkeleton() {
  return (
    <div role="status" aria-label="Loading" className={BUILDER_COLUMNS}>
      <div className="space-y-4">
        <Skeleton className="h-40 w-full" />
        <Skeleton className="h-80 w-full" />
        <Skeleton className="h-60 w-full" />
      </div>
      <Skeleton className="h-72 w-full" />
    </div>
  );
}
