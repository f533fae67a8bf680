import type { Metadata, Viewport } from "next";
import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
import { THEME_COOKIE, toTheme } from "../server/platform/themes.ts";
import { EarlyInput } from "./_components/early-input.tsx";
import { pageLocale } from "./_i18n/translator.ts";
import { pagesBridge } from "./_lib/bridge.ts";
import { THEME_HEADER } from "./_lib/choices.ts";
import { ICONS, THEME_COLORS } from "./_lib/head.ts";
import { pageNonce } from "./_lib/nonce.ts";
import "./globals.css";

/** A link to a page of ours shows the product's picture; a tenant's pages have names and pictures of their own. */
export function generateMetadata(): Metadata {
  return {
    metadataBase: new URL(pagesBridge().baseUrl),
    title: { default: "Usher", template: "%s · Usher" },
    robots: { index: false, follow: false },
    icons: ICONS,
    openGraph: {
      type: "website",
      siteName: "Usher",
      images: [{ url: "/og.png", width: 1200, height: 630, alt: "Usher: let people in and charge them" }],
    },
    twitter: { card: "summary_large_image" },
  };
}

export const viewport: Viewport = {
  colorScheme: "light dark",
  themeColor: THEME_COLORS,
};

/** Every page is rendered per request: its nonce is of that request, and the build has no server to ask. */
export const dynamic = "force-dynamic";

/** Reads language and theme from the request, so that the first paint has them. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const chosen = (await cookies()).get(THEME_COOKIE)?.value;
  const theme = toTheme((await headers()).get(THEME_HEADER) || chosen);
  return (
    <html lang={await pageLocale()} data-theme={theme}>
      <body className="min-h-dvh">
        <EarlyInput nonce={await pageNonce()} />
        {children}
      </body>
    </html>
  );
}
