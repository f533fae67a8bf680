import {
  Activity,
  AppWindow,
  BookOpen,
  ChartColumn,
  ChartLine,
  CircleUser,
  Clock,
  CreditCard,
  FileText,
  House,
  Inbox,
  LifeBuoy,
  ListOrdered,
  type LucideIcon,
  Package,
  Palette,
  Plug,
  ReceiptText,
  RefreshCw,
  ScrollText,
  Settings,
  Ticket,
  ToggleRight,
  Users,
  UsersRound,
  Webhook,
} from "lucide-react";
import type { Route } from "next";
import type { MemberTenant } from "../../../server/http/pages-contract.ts";
import { isAtLeast } from "../../_lib/roles.ts";

export interface PageEntry {
  href: Route;
  label: string;
  Icon: LucideIcon;
  /** The lowest role that may see the page. */
  role?: "SUPPORT" | "ADMIN" | "OWNER";
  /** Shown only for TEST tenants. */
  isForTest?: boolean;
  /** Outside of the dashboard, with its own styles: opened with a full page load. */
  isElsewhere?: boolean;
}

/** The pages of the dashboard in the order of the side bar. */
export const PAGE_GROUPS: { label: string | null; pages: PageEntry[] }[] = [
  {
    label: null,
    pages: [
      { href: "/", label: "Home", Icon: House },
      { href: "/customers", label: "Customers", Icon: Users },
      { href: "/subscriptions", label: "Subscriptions", Icon: RefreshCw },
      { href: "/invoices", label: "Invoices", Icon: FileText },
      { href: "/usage", label: "Usage", Icon: ChartColumn },
      { href: "/revenue", label: "Revenue", Icon: ChartLine },
    ],
  },
  {
    label: "Catalog",
    pages: [
      { href: "/catalog", label: "Products and plans", Icon: Package },
      { href: "/features", label: "Features", Icon: ToggleRight },
    ],
  },
  {
    label: "Admission",
    pages: [
      { href: "/waitlist", label: "Waitlist", Icon: ListOrdered },
      { href: "/invitations", label: "Invitations", Icon: Ticket },
    ],
  },
  {
    label: "Developers",
    pages: [
      { href: "/applications", label: "Applications", Icon: AppWindow, role: "ADMIN" },
      { href: "/api-reference", label: "API reference", Icon: BookOpen },
      { href: "/docs", label: "Documentation", Icon: LifeBuoy, isElsewhere: true },
      { href: "/webhook-endpoints", label: "Webhooks", Icon: Webhook },
      { href: "/events", label: "Events", Icon: Activity },
      { href: "/audit", label: "Audit log", Icon: ScrollText, role: "ADMIN" },
      { href: "/mailbox", label: "Mailbox", Icon: Inbox },
      { href: "/clocks", label: "Test clocks", Icon: Clock, isForTest: true },
    ],
  },
  {
    label: "Settings",
    pages: [
      { href: "/settings", label: "General", Icon: Settings },
      { href: "/settings/branding", label: "Branding", Icon: Palette },
      { href: "/settings/billing", label: "Billing", Icon: ReceiptText },
      { href: "/settings/provider", label: "Payments", Icon: CreditCard },
      { href: "/settings/connections", label: "Connections", Icon: Plug },
      { href: "/settings/team", label: "Team", Icon: UsersRound },
      { href: "/settings/account", label: "Your account", Icon: CircleUser },
    ],
  },
];

/** The groups with the pages that the member may see in the tenant. */
export function pageGroupsFor({ role, tenantMode }: MemberTenant): typeof PAGE_GROUPS {
  const isOpen = (page: PageEntry) =>
    (!page.isForTest || tenantMode === "TEST") && isAtLeast(role, page.role ?? "VIEWER");
  return PAGE_GROUPS.map(({ label, pages }) => ({ label, pages: pages.filter(isOpen) }));
}
