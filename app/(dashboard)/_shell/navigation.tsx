"use client";

import { usePathname } from "next/navigation";
import { Link } from "../../_components/link.tsx";
import { cn } from "../../_lib/cn.ts";
import { useDashboard } from "../../_lib/dashboard.tsx";
import { PAGE_GROUPS, type PageEntry, pageGroupsFor } from "./pages.ts";

const ALL = PAGE_GROUPS.flatMap(({ pages }) => pages);

/** The page that a path belongs to: the one with the longest matching prefix. */
function currentOf(pathname: string): PageEntry | undefined {
  const fits = ({ href }: PageEntry) =>
    pathname === href || (href !== "/" && pathname.startsWith(`${href}/`));
  return ALL.filter(fits).sort((a, b) => b.href.length - a.href.length)[0];
}

/** The pages of the dashboard. */
export function Navigation() {
  const current = currentOf(usePathname());
  const { tenant } = useDashboard();
  return (
    <nav aria-label="Main" className="space-y-4">
      {pageGroupsFor(tenant).map(({ label, pages }) => (
        <div key={label ?? "main"}>
          {label && (
            <p id={`nav-${label}`} className="mb-1 px-2 text-xs font-medium text-muted">
              {label}
            </p>
          )}
          <ul aria-label={label ?? "Overview"} className="space-y-px">
            {pages.map(({ href, label: name, Icon, isElsewhere }) => {
              const Anchor = isElsewhere ? "a" : Link;
              const isCurrent = current?.href === href;
              return (
                <li key={href}>
                  <Anchor
                    href={href}
                    aria-current={isCurrent ? "page" : undefined}
                    className={cn(
                      "flex h-8 items-center gap-2.5 rounded-md px-2 text-[0.8125rem] font-medium text-muted transition-colors hover:bg-subtle hover:text-foreground lg:h-7 [&_svg]:size-4",
                      isCurrent && "bg-subtle text-foreground",
                    )}
                  >
                    <Icon aria-hidden />
                    {name}
                  </Anchor>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </nav>
  );
}
