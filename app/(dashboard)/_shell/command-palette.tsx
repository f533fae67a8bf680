"use client";

import {
  Activity,
  Archive,
  ArrowLeftRight,
  FileText,
  ListOrdered,
  type LucideIcon,
  Package,
  RefreshCw,
  ToggleRight,
  User,
} from "lucide-react";
import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useDeferredValue, useEffect, useState } from "react";
import type { MemberTenant } from "../../../server/http/pages-contract.ts";
import { type FoundGroup, SearchList } from "../../_components/search-list.tsx";
import { statusLabel } from "../../_components/status-badge.tsx";
import { Dialog, DialogContent } from "../../_components/ui/dialog.tsx";
import { useDashboard } from "../../_lib/dashboard.tsx";
import { isAtLeast } from "../../_lib/roles.ts";
import { shown } from "../../_lib/shown.ts";
import { leave } from "../../_lib/unsaved.ts";
import { useLoaded } from "../../_lib/use-loaded.ts";
import { pageGroupsFor } from "./pages.ts";
import { ACTIONS, type PaletteEntry, SETTINGS } from "./palette-entries.ts";
import { useModeSwitch } from "./use-mode-switch.ts";

const KINDS: Record<
  string,
  { label: string; Icon: LucideIcon; href: (id: string, title: string) => string }
> = {
  customer: { label: "Customers", Icon: User, href: (id) => `/customers/${id}` },
  subscription: { label: "Subscriptions", Icon: RefreshCw, href: (id) => `/subscriptions/${id}` },
  invoice: { label: "Invoices", Icon: FileText, href: (id) => `/invoices?invoice=${id}` },
  waitlist_entry: { label: "Waitlist", Icon: ListOrdered, href: (id) => `/waitlist?entry=${id}` },
  product: { label: "Products", Icon: Package, href: () => "/catalog" },
  plan: { label: "Plans", Icon: Package, href: (id) => `/catalog/plans/${id}` },
  feature: { label: "Features", Icon: ToggleRight, href: () => "/features" },
  event: { label: "Events", Icon: Activity, href: (id) => `/events?event=${id}` },
};

/** Something that is done at once, without another page. */
interface Command {
  label: string;
  /** Other words that people search for. */
  words: string;
  Icon: LucideIcon;
  open: () => void;
}

interface Props {
  /** Those of the member. */
  tenants: MemberTenant[];
  close: () => void;
}

/** What is typed before the name of what is to be archived. */
const ARCHIVE = "archive ";

/** The command palette (Ctrl-K or ⌘-K): opens a page, or an object by its id, e-mail address or name. */
export default function CommandPalette({ tenants, close }: Props) {
  const router = useRouter();
  const { tenant } = useDashboard();
  const [typed, setTyped] = useState("");
  const [wanted, setWanted] = useState("");
  useEffect(() => {
    // After "archive" stands the name of what is to be archived.
    const timer = setTimeout(
      () =>
        setWanted(
          typed
            .trim()
            .replace(/^archive(?= |$)/i, "")
            .trim(),
        ),
      120,
    );
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

  function go(href: string, isElsewhere = false) {
    close();
    // Built from the pages above and ids.
    if (isElsewhere) window.location.assign(href);
    else leave(() => router.push(href as Route));
  }

  const found: FoundGroup[] = Object.entries(KINDS).map(([kind, { label, Icon, href }]) => ({
    heading: label,
    items: results
      .filter((result) => result.kind === kind)
      .map(({ id, title, detail }) => ({
        id,
        content: (
          <>
            <Icon aria-hidden />
            <span className="min-w-0 flex-1 truncate">{shown(title)}</span>
            <span className="max-w-[45%] truncate text-xs text-muted">{shown(statusLabel(detail))}</span>
          </>
        ),
        open: () => go(href(id, title)),
      })),
  }));
  const mode = useModeSwitch(tenants, tenant);
  const other = tenant.tenantMode === "LIVE" ? "test" : "live";
  const onThePage: Command[] = [
    ...(mode.canSwitch
      ? [
          {
            label: `Switch to ${other} mode`,
            words: "sandbox change",
            Icon: ArrowLeftRight,
            open() {
              close();
              leave(() => void mode.switchMode());
            },
          },
        ]
      : []),
    ...(isAtLeast(tenant.role, "ADMIN")
      ? [
          {
            label: "Archive a plan or product…",
            words: "take off sale",
            Icon: Archive,
            open: () => setTyped(ARCHIVE),
          },
        ]
      : []),
  ];
  const pages = pageGroupsFor(tenant)
    .flatMap((group) => group.pages)
    .filter(({ label }) => label.toLowerCase().includes(typed.trim().toLowerCase()))
    .map(({ href, label, Icon, isElsewhere }) => ({
      id: href,
      content: (
        <>
          <Icon aria-hidden />
          {label}
        </>
      ),
      open: () => go(href, isElsewhere),
    }));

  const words = typed.trim().toLowerCase();
  const isArchiving = typed.toLowerCase().startsWith(ARCHIVE) && isAtLeast(tenant.role, "ADMIN");
  const toArchive = results
    .filter(({ kind }) => isArchiving && (kind === "plan" || kind === "product"))
    .map(({ kind, id, title, detail }) => ({
      id: `archive-${id}`,
      content: (
        <>
          <Archive aria-hidden />
          <span className="min-w-0 flex-1 truncate">Archive {title}</span>
          <span className="max-w-[45%] truncate text-xs text-muted">{shown(detail)}</span>
        </>
      ),
      open: () => go(kind === "plan" ? `/catalog/plans/${id}?do=archive` : `/catalog?do=archive-${id}`),
    }));
  const commands = onThePage
    .filter(({ label, words: also }) => !isArchiving && `${label} ${also}`.toLowerCase().includes(words))
    .map(({ label, Icon, open }) => ({
      id: label,
      content: (
        <>
          <Icon aria-hidden />
          {label}
        </>
      ),
      open,
    }));
  const entries = (all: PaletteEntry[]) =>
    all
      .filter(
        ({ role, label, words: also = "" }) =>
          isAtLeast(tenant.role, role) && `${label} ${also}`.toLowerCase().includes(words),
      )
      .map(({ href, label, Icon }) => ({
        id: href + label,
        content: (
          <>
            <Icon aria-hidden />
            {label}
          </>
        ),
        open: () => go(href),
      }));

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && close()}>
      <DialogContent title="Go to" className="sm:top-[14vh] sm:max-w-xl sm:translate-y-0">
        <SearchList
          label="Go to"
          placeholder="Name, e-mail, number, page or action"
          typed={typed}
          onType={setTyped}
          // Pages match at once; the server's results appear below them, so that the first option does not move.
          groups={[
            { heading: "Pages", items: pages },
            { heading: "Actions", items: [...entries(ACTIONS), ...commands, ...toArchive] },
            { heading: "Settings", items: entries(SETTINGS) },
            ...(isArchiving ? [] : found),
          ]}
          empty={
            isFetching
              ? "Searching…"
              : isArchiving && wanted === ""
                ? "Type the name of a plan or product."
                : "No results."
          }
          className="max-h-[50dvh]"
          itemClassName="min-h-9 items-center py-1.5"
        />
      </DialogContent>
    </Dialog>
  );
}
