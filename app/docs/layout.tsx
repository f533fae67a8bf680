import type { Metadata } from "next";
import { cookies } from "next/headers";
import Link from "next/link";
import type { ReactNode } from "react";
import { THEME_COOKIE, toTheme } from "../../server/platform/themes.ts";
import { Fonts } from "../_components/fonts.tsx";
import { Logo } from "../_components/logo.tsx";
import { StyleNonce } from "../_components/style-nonce.tsx";
import { ThemeSwitch } from "../_components/theme-switch.tsx";
import { openLibrary } from "./_content/open-library.ts";
import { Contents } from "./_parts/contents.tsx";
import { SearchButton } from "./_parts/search-button.tsx";
import "./docs.css";

export const metadata: Metadata = {
  title: { default: "Documentation · Usher", template: "%s · Usher documentation" },
};

/** What all pages of the documentation share: name, search and theme on top, the contents at the side. */
export default async function DocsLayout({ children }: { children: ReactNode }) {
  const { groups } = await openLibrary();
  const theme = toTheme((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <>
      <Fonts code />
      <StyleNonce />
      <a
        href="#content"
        className="sr-only rounded-md bg-primary px-3 py-2 text-primary-foreground focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50"
      >
        Skip to content
      </a>
      <header className="sticky top-0 z-30 border-b bg-background/90 backdrop-blur">
        <div className="mx-auto flex h-14 max-w-[90rem] items-center gap-3 px-4 lg:px-6">
          <Link href="/docs" className="flex shrink-0 items-center gap-2 rounded-md">
            <Logo />
            <span className="border-l pl-2 text-[0.8125rem] text-muted">Docs</span>
          </Link>
          <div className="flex min-w-0 flex-1 justify-end lg:justify-center">
            <SearchButton />
          </div>
          <nav aria-label="Elsewhere" className="hidden items-center gap-1 text-[0.8125rem] sm:flex">
            <a href="/api-reference" className="rounded-md px-2 py-1.5 text-muted hover:text-foreground">
              API reference
            </a>
            <a href="/" className="rounded-md px-2 py-1.5 text-muted hover:text-foreground">
              Dashboard
            </a>
          </nav>
          <ThemeSwitch initial={theme} />
        </div>
      </header>
      <div className="mx-auto max-w-[90rem] lg:grid lg:grid-cols-[16.5rem_minmax(0,1fr)]">
        <aside
          aria-label="Contents"
          className="sticky top-14 hidden h-[calc(100dvh-3.5rem)] overflow-y-auto border-r px-4 py-6 lg:block"
        >
          <Contents groups={groups} />
        </aside>
        <main id="content" tabIndex={-1} className="min-w-0 outline-none">
          {children}
        </main>
      </div>
    </>
  );
}
