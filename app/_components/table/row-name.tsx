import type { ReactNode } from "react";
import { cn } from "../../_lib/cn.ts";
import { shown } from "../../_lib/shown.ts";

interface Props {
  name: ReactNode;
  also?: ReactNode;
  /** Whether a phone's card has both on one line. */
  isInline?: boolean;
}

/** What names a row, and a quiet addition: beside the name in a table, below it on a phone's card. */
export function RowName({ name, also, isInline = false }: Props) {
  return (
    <span
      className={cn(
        "flex min-w-0 items-baseline gap-x-2",
        !isInline && "max-sm:flex-col max-sm:items-stretch",
      )}
    >
      <span
        className={cn(
          "max-w-full shrink-0 truncate font-medium",
          isInline ? "max-sm:shrink" : "max-sm:whitespace-normal max-sm:wrap-anywhere",
        )}
      >
        {shown(name)}
      </span>
      {also && <span className="min-w-0 truncate text-xs text-muted">{shown(also)}</span>}
    </span>
  );
}
