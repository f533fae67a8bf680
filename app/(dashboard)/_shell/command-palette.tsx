"use client";

import { Command } from "cmdk";
import {
  Activity,
  ListOrdered,
  type LucideIcon,
  Package,
  RefreshCw,
  Search,
  ToggleRight,
  User,
} from "lucide-react";
import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useDeferredValue, useEffect, useState } from "react";
import { statusLabel } from "../../_components/status-badge.tsx";
import { Dialog, DialogContent } from "../../_components/ui/dialog.tsx";
import { useDashboard } from "../../_lib/dashboard.tsx";
import { useLoaded } from "../../_lib/use-loaded.ts";
import { PAGE_GROUPS } from "./pages.ts";

const KINDS: Record<
  string,
  { label: string; Icon: LucideIcon; href: (id: string, title: string) => string }
> = {
  customer: { label: "Customers", Icon: User, href: (id) => `/customers/${id}` },
  subscription: { label: "Subscriptions", Icon: RefreshCw, href: (id) => `/subscriptions/${id}` },
  waitlist_entry: { label: "Waitlist", Icon: ListOrdered, href: (id) => `/waitlist?entry=${id}` },
  plan: { label: "Plans", Icon: Package, href: (id) => `/catalog/plans/${id}` },
  feature: { label: "Features", Icon: ToggleRight, href: () => "/features" },
  event: { label: "Events", Icon: Activity, href: (id) => `/events?event=${id}` },
};

const item =
  "flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5 text-[0.8125rem] data-[selected=true]:bg-subtle [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted";
const group =
  "[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2.5 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-[0.6875rem] [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted";

/** Ctrl-K or ⌘-K: any page, and anything by its id, address or name. */
export default function CommandPalette({ close }: { close: () => void }) {
  const router = useRouter();
  const { tenant } = useDashboard();
  const [typed, setTyped] = useState("");
  const [wanted, setWanted] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setWanted(typed.trim()), 120);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data, isFetching } = useLoaded(
    "search",
    wanted,
    (api, signal) => api.search.all.query({ q: wanted }, { signal }),
    {
      isWanted: wanted !== "",
      keepsPrevious: true,
    },
  );
  const results = useDeferredValue(wanted === "" ? [] : (data?.results ?? []));
  const pages = PAGE_GROUPS.flatMap(({ pages: all }) => all).filter(
    ({ label, isForTest }) =>
      (!isForTest || tenant.tenantMode === "TEST") &&
      label.toLowerCase().includes(typed.trim().toLowerCase()),
  );

  function go(href: string, isElsewhere = false) {
    close();
    // Made of the pages above and of ids.
    if (isElsewhere) window.location.assign(href);
    else router.push(href as Route);
  }

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && close()}>
      <DialogContent title="Go to" className="sm:top-[14vh] sm:max-w-xl sm:translate-y-0">
        <Command shouldFilter={false} label="Go to" className="flex min-h-0 flex-col">
          <div className="flex items-center gap-2.5 border-b px-4">
            <Search aria-hidden className="size-4 shrink-0 text-muted" />
            <Command.Input
              value={typed}
              onValueChange={setTyped}
              autoFocus
              placeholder="Name, e-mail, id or page"
              className="h-11 w-full bg-transparent text-base outline-none placeholder:text-muted sm:text-sm"
            />
          </div>
          <Command.List className="max-h-[50dvh] overflow-y-auto p-1.5">
            <Command.Empty className="px-3 py-8 text-center text-[0.8125rem] text-muted">
              {isFetching ? "Looking…" : "Nothing is called that."}
            </Command.Empty>
            {Object.entries(KINDS).map(([kind, { label, Icon, href }]) => {
              const found = results.filter((result) => result.kind === kind);
              return (
                found.length > 0 && (
                  <Command.Group key={kind} heading={label} className={group}>
                    {found.map(({ id, title, detail }) => (
                      <Command.Item key={id} value={id} onSelect={() => go(href(id, title))} className={item}>
                        <Icon aria-hidden />
                        <span className="min-w-0 flex-1 truncate">{title}</span>
                        <span className="max-w-[45%] truncate text-xs text-muted">{statusLabel(detail)}</span>
                      </Command.Item>
                    ))}
                  </Command.Group>
                )
              );
            })}
            {pages.length > 0 && (
              <Command.Group heading="Pages" className={group}>
                {pages.map(({ href, label, Icon, isElsewhere }) => (
                  <Command.Item
                    key={href}
                    value={href}
                    onSelect={() => go(href, isElsewhere)}
                    className={item}
                  >
                    <Icon aria-hidden />
                    {label}
                  </Command.Item>
                ))}
              </Command.Group>
            )}
          </Command.List>
        </Command>
      </DialogContent>
    </Dialog>
  );
}
