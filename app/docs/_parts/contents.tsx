"use client";

import type { Route } from "next";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { cn } from "../../_lib/cn.ts";
import type { DocsGroup } from "../_content/library.ts";

/** Groups so long that they are shut until one of their pages is read. */
const LONG = 12;

/** All pages of the documentation, in reading order. */
export function Contents({ groups }: { groups: DocsGroup[] }) {
  const current = usePathname();
  return (
    <nav aria-label="Documentation" className="space-y-6">
      {groups.map(({ label, links }) => {
        const list = (
          <ul className="space-y-px">
            {links.map(({ href, label: name }) => (
              <li key={href}>
                <Link
                  // Made of the files' names.
                  href={href as Route}
                  prefetch={false}
                  aria-current={href === current ? "page" : undefined}
                  className={cn(
                    "block rounded-md px-2 py-1.5 text-[0.8125rem] leading-5 text-muted transition-colors hover:bg-subtle hover:text-foreground",
                    href === current && "bg-notice-ground font-medium text-notice",
                  )}
                >
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        );
        const heading = "px-2 text-xs font-semibold text-foreground";
        if (links.length < LONG)
          return (
            <div key={label} className="space-y-1.5">
              <p className={heading}>{label}</p>
              {list}
            </div>
          );
        return (
          <details key={label} open={links.some(({ href }) => href === current)} className="space-y-1.5">
            <summary className={cn(heading, "cursor-pointer rounded-md")}>{label}</summary>
            {list}
          </details>
        );
      })}
    </nav>
  );
}
