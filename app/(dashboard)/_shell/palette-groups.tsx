import {
  Activity,
  Archive,
  FileText,
  ListOrdered,
  type LucideIcon,
  Package,
  RefreshCw,
  ToggleRight,
  User,
} from "lucide-react";
import type { ReactNode } from "react";
import type { MemberTenant } from "../../../server/http/pages-contract.ts";
import type { FoundGroup } from "../../_components/search-list.tsx";
import { statusLabel } from "../../_components/status-badge.tsx";
import type { Api } from "../../_lib/api.ts";
import { isAtLeast } from "../../_lib/roles.ts";
import { shown } from "../../_lib/shown.ts";
import { pageGroupsFor } from "./pages.ts";
import { ACTIONS, type PaletteEntry, SETTINGS } from "./palette-entries.ts";

type Result = Awaited<ReturnType<Api["search"]["all"]["query"]>>["results"][number];

const KINDS: Record<string, { label: string; Icon: LucideIcon; href: (id: string) => string }> = {
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
export interface Command {
  label: string;
  /** Other words that people search for. */
  words: string;
  Icon: LucideIcon;
  open: () => void;
}

/** What is typed before the name of what is to be archived. */
export const ARCHIVE = "archive ";

/** What the server is asked for: after "archive" stands the name of what is to be archived. */
export const searchedFor = (typed: string): string =>
  typed
    .trim()
    .replace(/^archive(?= |$)/i, "")
    .trim();

/** Whether the name of something to archive is typed. */
export const isArchiving = (typed: string, { role }: MemberTenant): boolean =>
  typed.toLowerCase().startsWith(ARCHIVE) && isAtLeast(role, "ADMIN");

interface Searched {
  typed: string;
  /** What the server has found. */
  results: Result[];
  tenant: MemberTenant;
  commands: Command[];
  go: (href: string, isElsewhere?: boolean) => void;
}

/** What matches, by kind. Pages match at once; the server's results come below them, so that the first option does not move. */
export function groupsOf(searched: Searched): FoundGroup[] {
  const { typed, results, tenant, commands, go } = searched;
  const words = typed.trim().toLowerCase();
  const archives = isArchiving(typed, tenant);
  const matching = (all: PaletteEntry[]) =>
    all
      .filter(
        ({ role, label, words: also = "" }) =>
          isAtLeast(tenant.role, role) && `${label} ${also}`.toLowerCase().includes(words),
      )
      .map(({ href, label, Icon }) => ({
        id: href + label,
        content: <Option Icon={Icon}>{label}</Option>,
        open: () => go(href),
      }));
  const atOnce = commands
    .filter(({ label, words: also }) => !archives && `${label} ${also}`.toLowerCase().includes(words))
    .map(({ label, Icon, open }) => ({ id: label, content: <Option Icon={Icon}>{label}</Option>, open }));
  const toArchive = archives ? results.filter(({ kind }) => kind === "plan" || kind === "product") : [];
  return [
    { heading: "Pages", items: pagesOf(searched) },
    {
      heading: "Actions",
      items: [...matching(ACTIONS), ...atOnce, ...toArchive.map((one) => archiveOf(one, go))],
    },
    { heading: "Settings", items: matching(SETTINGS) },
    ...(archives ? [] : foundOf(results, go)),
  ];
}

const pagesOf = ({ typed, tenant, go }: Searched) =>
  pageGroupsFor(tenant)
    .flatMap((group) => group.pages)
    .filter(({ label }) => label.toLowerCase().includes(typed.trim().toLowerCase()))
    .map(({ href, label, Icon, isElsewhere }) => ({
      id: href,
      content: <Option Icon={Icon}>{label}</Option>,
      open: () => go(href, isElsewhere),
    }));

const archiveOf = ({ kind, id, title, detail }: Result, go: Searched["go"]) => ({
  id: `archive-${id}`,
  content: (
    <Option Icon={Archive} detail={shown(detail)}>
      Archive {title}
    </Option>
  ),
  open: () => go(kind === "plan" ? `/catalog/plans/${id}?do=archive` : `/catalog?do=archive-${id}`),
});

const foundOf = (results: Result[], go: Searched["go"]): FoundGroup[] =>
  Object.entries(KINDS).map(([kind, { label, Icon, href }]) => ({
    heading: label,
    items: results
      .filter((result) => result.kind === kind)
      .map(({ id, title, detail }) => ({
        id,
        content: (
          <Option Icon={Icon} detail={shown(statusLabel(detail))}>
            {shown(title)}
          </Option>
        ),
        open: () => go(href(id)),
      })),
  }));

/** What an option says; with a detail at its end, what is too long is cut. */
function Option({ Icon, detail, children }: { Icon: LucideIcon; detail?: string; children: ReactNode }) {
  return (
    <>
      <Icon aria-hidden />
      {detail === undefined ? (
        children
      ) : (
        <>
          <span className="min-w-0 flex-1 truncate">{children}</span>
          <span className="max-w-[45%] truncate text-xs text-muted">{detail}</span>
        </>
      )}
    </>
  );
}
