"use client";

import { BookOpen, House, KeyRound, type LucideIcon } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { cn } from "../../_lib/cn.ts";

const PAGES: { href: Route; label: string; Icon: LucideIcon }[] = [{ href: "/", label: "Home", Icon: House }];

/** Served by the API's own door: plain links, in a tab of their own. */
const DOCUMENTS = [
  { href: "/openapi.json", label: "OpenAPI document", Icon: BookOpen },
  { href: "/.well-known/jwks.json", label: "Signing keys", Icon: KeyRound },
];

const itemLook =
  "flex h-8 items-center gap-2.5 rounded-md px-2 font-medium text-muted transition-colors hover:bg-subtle hover:text-foreground [&_svg]:size-4";

/** The pages of the dashboard, and the API's documents. */
export function Navigation() {
  const pathname = usePathname();
  return (
    <nav aria-label="Main" className="space-y-5">
      <ul className="space-y-0.5">
        {PAGES.map(({ href, label, Icon }) => {
          const isCurrent = pathname === href;
          return (
            <li key={href}>
              <Link
                href={href}
                aria-current={isCurrent ? "page" : undefined}
                className={cn(itemLook, isCurrent && "bg-subtle text-foreground")}
              >
                <Icon aria-hidden />
                {label}
              </Link>
            </li>
          );
        })}
      </ul>
      <div>
        <p id="nav-developers" className="mb-1 px-2 text-xs font-medium text-muted">
          Developers
        </p>
        <ul aria-labelledby="nav-developers" className="space-y-0.5">
          {DOCUMENTS.map(({ href, label, Icon }) => (
            <li key={href}>
              <a href={href} target="_blank" rel="noopener" className={itemLook}>
                <Icon aria-hidden />
                {label}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  );
}
