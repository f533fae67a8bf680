import { ChevronLeft } from "lucide-react";
import type { Route } from "next";
import type { ReactNode } from "react";
import { shown } from "../_lib/shown.ts";
import { Link } from "./link.tsx";

interface Header {
  title: ReactNode;
  description?: ReactNode;
  /** The link to the parent page. */
  back?: { href: Route; label: string };
  badges?: ReactNode;
  actions?: ReactNode;
}

/** The title, description and actions of a page. */
export function PageHeader({ title, description, back, badges, actions }: Header) {
  return (
    <header className="mb-5 lg:mb-6">
      {back && (
        <Link
          href={back.href}
          className="mb-2 inline-flex min-h-6 items-center gap-1 rounded text-[0.8125rem] text-muted transition-colors hover:text-foreground"
        >
          <ChevronLeft aria-hidden className="size-3.5" />
          {back.label}
        </Link>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
            <h1 className="min-w-0 text-xl font-semibold tracking-tight break-words">{shown(title)}</h1>
            {badges}
          </div>
          {description && (
            <div className="mt-1 text-[0.8125rem] text-pretty text-muted">{shown(description)}</div>
          )}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
    </header>
  );
}
