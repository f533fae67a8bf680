import type { ReactNode } from "react";
import type { MemberTenant, MemberView } from "../../../server/http/pages-contract.ts";
import { Logo } from "../../_components/logo.tsx";
import { ThemeSwitch } from "../../_components/theme-switch.tsx";
import type { Theme } from "../../_lib/choices.ts";
import { AccountMenu } from "./account-menu.tsx";
import { Drawer } from "./drawer.tsx";
import { Navigation } from "./navigation.tsx";
import { TenantSwitcher } from "./tenant-switcher.tsx";

interface ShellProps {
  member: MemberView;
  tenant: MemberTenant;
  theme: Theme;
  children: ReactNode;
}

/** A side bar on wide screens; on narrow ones a bar on top and the same in a drawer. */
export function Shell({ member, tenant, theme, children }: ShellProps) {
  const sideBar = (
    <div className="flex h-full flex-col gap-4 p-3">
      <div className="flex h-9 items-center px-2">
        <Logo />
      </div>
      <TenantSwitcher tenants={member.tenants} chosen={tenant} />
      <Navigation />
      <div className="mt-auto flex items-center gap-1 border-t pt-3">
        <AccountMenu email={member.email} name={member.name} role={tenant.role} />
        <ThemeSwitch initial={theme} />
      </div>
    </div>
  );
  return (
    <div className="lg:grid lg:min-h-dvh lg:grid-cols-[15rem_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only rounded-md bg-primary px-3 py-2 text-primary-foreground focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50"
      >
        Skip to content
      </a>
      <aside aria-label="Side bar" className="sticky top-0 hidden h-dvh border-r bg-surface lg:block">
        {sideBar}
      </aside>
      <header className="sticky top-0 z-10 flex h-14 items-center justify-between border-b bg-surface px-4 lg:hidden">
        <Logo />
        <Drawer>{sideBar}</Drawer>
      </header>
      <main id="content" tabIndex={-1} className="min-w-0 outline-none">
        <div className="mx-auto w-full max-w-[76rem] px-4 py-6 sm:px-8 lg:py-8">{children}</div>
      </main>
    </div>
  );
}
