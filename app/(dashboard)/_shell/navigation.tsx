"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { Link } from "../../_components/link.tsx";
import { cn } from "../../_lib/cn.ts";
import { useDashboard } from "../../_lib/dashboard.tsx";
import { showWithin } from "../../_lib/show-within.ts";
import { PAGE_GROUPS, type PageEntry, pageGroupsFor } from "./pages.ts";

const ALL = PAGE_GROUPS.flatMap(({ pages }) => pages);

/** The page that a path belongs to: the one with the longest matching prefix. */
function currentOf(pathname: string): PageEntry | undefined {
  const fits = ({ href }: PageEntry) =>
    pathname === href || (href !== "/" && pathname.startsWith(`${href}/`));
  return ALL.filter(fits).sort((a, b) => b.href.length - a.href.length)[0];
}

/** The pages of the dashboard. They scroll to the current one when a page opens, and when the menu of a phone does. */
export function Navigation() {
  const current = currentOf(usePathname());
  const { tenant } = useDashboard();
  const box = useRef<HTMLElement>(null);
  const href = current?.href;
  useEffect(() => {
    const outer = box.current;
    const item = outer?.querySelector(`[href="${href}"]`);
    if (!outer || !item) return;
    // It has no size while the menu that it stands in is closed.
    const sized = new ResizeObserver(() => showWithin(outer, item));
    sized.observe(outer);
    return () => sized.disconnect();
  }, [href]);
  return (
    <nav ref={box} aria-label="Main" className="min-h-0 flex-1 space-y-4 overflow-y-auto px-3 py-2">
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
