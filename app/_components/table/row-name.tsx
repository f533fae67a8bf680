import type { ReactNode } from "react";

/** What names a row, and a quiet addition: beside the name in a table, below it on a phone's card. */
export function RowName({ name, also }: { name: ReactNode; also?: ReactNode }) {
  return (
    <span className="flex min-w-0 items-baseline gap-x-2 max-sm:flex-col max-sm:items-stretch">
      <span className="max-w-full shrink-0 truncate font-medium max-sm:whitespace-normal max-sm:wrap-anywhere">
        {name}
      </span>
      {also && <span className="min-w-0 truncate text-xs text-muted">{also}</span>}
    </span>
  );
}
