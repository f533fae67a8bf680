import type { ReactNode } from "react";
import type { StaticPageFacts } from "../../server/http/static-page.ts";
import { FONTS, ICONS, THEME_COLORS } from "../_lib/head.ts";
import { TenantFrame } from "../_visitor/tenant-frame.tsx";

interface StaticDocumentProps {
  facts: StaticPageFacts;
  title: string;
  description: string;
  /** A picture for links to the page; its path. */
  picture?: string;
  script?: string;
  children: ReactNode;
}

/** The HTML document around a page without React: what app/layout.tsx and app/p/[tenant]/layout.tsx are for the others. */
export function StaticDocument({
  facts,
  title,
  description,
  picture,
  script,
  children,
}: StaticDocumentProps) {
  const { tenant, locale, theme, stylesheet, page, query } = facts;
  const path = `/p/${tenant.slug}/${page}`;
  const search = new URLSearchParams(query).toString();
  const fullTitle = `${title} · ${tenant.name}`;
  return (
    <html lang={locale} data-theme={theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="preload" as="font" type="font/woff2" href={FONTS.text} crossOrigin="anonymous" />
        <link rel="stylesheet" href={stylesheet} />
        <title>{fullTitle}</title>
        <meta name="description" content={description} />
        <meta name="robots" content={tenant.mode === "LIVE" ? "index, follow" : "noindex, nofollow"} />
        <meta name="color-scheme" content="light dark" />
        {THEME_COLORS.map(({ media, color }) => (
          <meta key={media} name="theme-color" media={media} content={color} />
        ))}
        {ICONS.icon.map(({ url, ...kind }) => (
          <link key={url} rel="icon" href={url} {...kind} />
        ))}
        <link rel="apple-touch-icon" href={ICONS.apple} />
        <SharingTags
          facts={facts}
          title={fullTitle}
          description={description}
          path={path}
          picture={picture}
        />
      </head>
      <body className="min-h-dvh">
        <TenantFrame tenant={tenant} locale={locale} address={search === "" ? path : `${path}?${search}`}>
          {children}
        </TenantFrame>
        {script && <script src={script} defer />}
      </body>
    </html>
  );
}

interface SharingTagsProps extends Pick<StaticDocumentProps, "facts" | "title" | "description"> {
  path: string;
  picture: string | undefined;
}

/** What chat programs and social networks show beside a link: https://ogp.me. */
function SharingTags({ facts, title, description, path, picture }: SharingTagsProps) {
  const { name } = facts.tenant;
  const tags = {
    "og:type": "website",
    "og:site_name": name,
    "og:title": title,
    "og:description": description,
    "og:url": facts.baseUrl + path,
    ...(picture && {
      "og:image": facts.baseUrl + picture,
      "og:image:type": "image/png",
      "og:image:width": "1200",
      "og:image:height": "630",
      "og:image:alt": name,
    }),
  };
  return (
    <>
      {Object.entries(tags).map(([property, content]) => (
        <meta key={property} property={property} content={content} />
      ))}
      <meta name="twitter:card" content={picture ? "summary_large_image" : "summary"} />
    </>
  );
}
