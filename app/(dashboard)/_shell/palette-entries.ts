import { type LucideIcon, Plus, SlidersHorizontal } from "lucide-react";
import type { Role } from "../../_lib/roles.ts";

export interface PaletteEntry {
  href: string;
  label: string;
  Icon: LucideIcon;
  /** The lowest role that may do it. */
  role: Role;
  /** Other words that people search for. */
  words?: string;
}

const action = (label: string, href: string, words = ""): PaletteEntry => ({
  label,
  href,
  words,
  Icon: Plus,
  role: "ADMIN",
});

const setting = (label: string, href: string, words = ""): PaletteEntry => ({
  label,
  href,
  words,
  Icon: SlidersHorizontal,
  role: "VIEWER",
});

/** What people begin from anywhere; `do` in the address presses the page's button. */
export const ACTIONS: PaletteEntry[] = [
  action("New invoice", "/invoices?do=new", "create issue bill one-off"),
  action("New subscription", "/subscriptions/new", "create start subscribe"),
  action("Create plan", "/catalog?do=plan", "new tier price"),
  action("New product", "/catalog?do=new", "create"),
  action("New feature", "/features?do=new", "create"),
  action("New application", "/applications?do=new", "create api key"),
  action("Test connections", "/settings/connections", "health status mail webhooks callbacks"),
];

/** The sections of the settings; the part behind # is the id of the section. */
export const SETTINGS: PaletteEntry[] = [
  setting("Branding", "/settings/branding", "name colour color logo website support address"),
  setting("Admission", "/settings#admission", "sign-up register waitlist referrals"),
  setting(
    "Letterhead",
    "/settings/billing#letterhead",
    "seller address tax vat bank iban how to pay invoice",
  ),
  setting("Invoice numbers", "/settings/billing#invoice-numbers", "prefix credit note"),
  setting("Due dates and reminders", "/settings/billing#due-dates-and-reminders", "days to pay overdue"),
  setting("Failed payments", "/settings/billing#failed-payments", "grace period dunning trial end retries"),
  setting("Taxes", "/settings/billing#taxes", "vat automatic tax"),
  setting("Company currency", "/settings/billing#company-currency", "reporting convert exchange"),
];
