import type { ReactNode } from "react";
import type { MemberTenant, MemberView } from "../../../server/http/pages-contract.ts";
import type { Theme } from "../../../server/platform/themes.ts";
import { Logo } from "../../_components/logo.tsx";
import { ThemeSwitch } from "../../_components/theme-switch.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { Drawer } from "./drawer.tsx";
import { FocusOnArrival } from "./focus-on-arrival.tsx";
import { ModeSwitch } from "./mode-switch.tsx";
import { Navigation } from "./navigation.tsx";
import { SearchButton } from "./search-button.tsx";
import { TenantSwitcher } from "./tenant-switcher.tsx";
import { TestBanner } from "./test-banner.tsx";

interface ShellProps {
  member: MemberView;
  tenant: MemberTenant;
  theme: Theme;
  children: ReactNode;
}

/** The layout of the dashboard: a side bar on wide screens; a top bar and a drawer on narrow ones. */
export function Shell({ member, tenant, theme, children }: ShellProps) {
  const sideBar = (isWide: boolean) => (
    <div className="flex h-full flex-col">
      <div className="space-y-2.5 p-3 pb-2">
        <div className="flex h-8 items-center px-1.5">
          <Logo />
        </div>
        <TenantSwitcher tenants={member.tenants} chosen={tenant} />
        <ModeSwitch tenants={member.tenants} chosen={tenant} />
        {isWide && <SearchButton tenants={member.tenants} />}
      </div>
      <Navigation />
      <div className="flex items-center gap-1 border-t px-3 py-2">
        <AccountMenu email={member.email} name={member.name} role={tenant.role} />
        <ThemeSwitch initial={theme} />
      </div>
    </div>
  );
  const banner = tenant.tenantMode === "TEST" && <TestBanner name={tenant.tenantName} />;
  return (
    <div className="lg:grid lg:min-h-dvh lg:grid-cols-[15rem_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only rounded-md bg-primary px-3 py-2 text-primary-foreground focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50"
      >
        Skip to content
      </a>
      <aside aria-label="Side bar" className="sticky top-0 hidden h-dvh border-r bg-surface lg:block">
        {sideBar(true)}
      </aside>
      <div className="min-w-0">
        <div className="sticky top-0 z-20">
          {banner}
          <header className="flex h-12 items-center justify-between border-b bg-surface px-4 lg:hidden">
            <Logo />
            <div className="flex items-center gap-1">
              <SearchButton tenants={member.tenants} isIcon />
              <Drawer>{sideBar(false)}</Drawer>
            </div>
          </header>
        </div>
        <FocusOnArrival />
        <main id="content" tabIndex={-1} className="min-w-0 outline-none">
          <div className="mx-auto w-full max-w-[80rem] px-4 py-5 sm:px-8 lg:py-7">{children}</div>
        </main>
      </div>
    </div>
  );
}
