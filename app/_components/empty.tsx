import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

/** An empty state: what is missing, and what to do. */
export function Empty({
  Icon,
  title,
  children,
  action,
}: {
  Icon?: LucideIcon;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div data-empty className="flex flex-col items-center px-4 py-12 text-center">
      {Icon && (
        <span className="mb-3 flex size-10 items-center justify-center rounded-full bg-subtle text-muted">
          <Icon aria-hidden className="size-5" />
        </span>
      )}
      <p className="font-medium">{title}</p>
      {children && <p className="mt-1 max-w-sm text-[0.8125rem] text-pretty text-muted">{children}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}
