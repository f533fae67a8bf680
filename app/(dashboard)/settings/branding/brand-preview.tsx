import { type CSSProperties, type ReactNode, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { brandColors } from "../../../../server/platform/brand-colors.ts";
import { Segments } from "../../../_components/segments.tsx";
import { brandStyle } from "../../../_lib/brand.ts";

const WHERE = [
  { value: "portal", label: "Customer portal" },
  { value: "mail", label: "Mail" },
] as const;

const THEMES = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;

/** The brand that is typed, with what stands for what is empty. */
interface Brand {
  name: string;
  logo: string;
  support: string;
}

/** The theme of the page itself: the one chosen, or else the device's. The form is rendered in the browser alone. */
function themeInUse(): (typeof THEMES)[number]["value"] {
  const { theme } = document.documentElement.dataset;
  if (theme === "light" || theme === "dark") return theme;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** A small page of the portal, or a mail, with what is typed, as customers would see it in light or dark. */
export function BrandPreview({ typed }: { typed: FieldValues }) {
  const [where, setWhere] = useState<(typeof WHERE)[number]["value"]>("portal");
  const [theme, setTheme] = useState<(typeof THEMES)[number]["value"]>(themeInUse);
  const brand: Brand = {
    name: text(typed.name) || "Your name",
    logo: text(typed.logo_url),
    support: text(typed.support_email),
  };
  const colors = brandColors(text(typed.brand_color));
  return (
    <figure>
      <div className="mb-3 flex flex-wrap gap-2">
        <Segments legend="What is shown" options={WHERE} value={where} onChange={setWhere} />
        <Segments legend="Theme of the preview" options={THEMES} value={theme} onChange={setTheme} />
      </div>
      {/* A picture of it: its buttons lead nowhere. */}
      <div
        inert
        data-theme={theme}
        style={brandStyle({ brand: colors }) as CSSProperties}
        className="overflow-hidden rounded-lg border text-[0.8125rem] text-foreground shadow-sm"
      >
        {where === "portal" ? <Portal brand={brand} /> : <Mail brand={brand} isDark={theme === "dark"} />}
      </div>
      <figcaption className="mt-2 text-xs text-pretty text-muted">
        {where === "portal"
          ? "Your price list, waitlist and checkout look the same. Customers see light or dark as their device is set."
          : "Programs that know no dark mails show the light one."}
      </figcaption>
    </figure>
  );
}

function Portal({ brand }: { brand: Brand }) {
  return (
    <div className="bg-background">
      <div className="flex h-14 items-center px-4">
        {brand.logo ? (
          <LogoPicture brand={brand} className="h-8 max-w-48 object-contain" />
        ) : (
          <span className="truncate text-base font-semibold tracking-tight">{brand.name}</span>
        )}
      </div>
      <div className="space-y-3 px-4 pb-4">
        <p className="text-xl font-semibold tracking-tight">Your subscription</p>
        <div className="space-y-3 rounded-lg border bg-surface p-4">
          <div className="flex items-baseline justify-between gap-3">
            <span className="font-medium">Pro</span>
            <span className="tabular-nums">$49.00 a month</span>
          </div>
          <p className="text-muted">Renews in 12 days.</p>
          <div className="flex flex-wrap gap-2">
            <FakeButton>Change plan</FakeButton>
            <span className="rounded-md border bg-surface px-3 py-1.5 font-medium">Update card</span>
          </div>
        </div>
        <p className="text-xs text-muted">
          {brand.support ? (
            <>
              Questions? <span className="break-all">{brand.support}</span>
            </>
          ) : (
            "No support address yet."
          )}
        </p>
      </div>
    </div>
  );
}

/** As server/domain/mail/layout.ts lays mails out. */
function Mail({ brand, isDark }: { brand: Brand; isDark: boolean }) {
  return (
    <div className="bg-subtle p-4">
      <div className="space-y-4 rounded-xl border bg-surface p-5">
        {brand.logo ? (
          <LogoPicture
            brand={brand}
            className={
              isDark
                ? "h-10 max-w-48 rounded-md bg-white object-contain p-1.5"
                : "h-10 max-w-48 object-contain"
            }
          />
        ) : (
          <p className="flex items-center gap-3">
            <span
              aria-hidden
              className="flex size-10 shrink-0 items-center justify-center rounded-lg bg-primary text-lg font-bold text-primary-foreground"
            >
              {[...brand.name][0]?.toUpperCase()}
            </span>
            <span className="min-w-0 truncate text-base font-semibold">{brand.name}</span>
          </p>
        )}
        <p className="text-xl font-semibold tracking-tight">Reset your password</p>
        <p className="text-muted">Choose a new password for your account at {brand.name}.</p>
        <FakeButton>Choose a new password</FakeButton>
      </div>
      <p className="mt-3 text-center text-xs text-pretty text-muted">
        Sent by {brand.name}.
        {brand.support && (
          <>
            {" "}
            Questions? Write to <span className="break-all">{brand.support}</span>.
          </>
        )}
      </p>
    </div>
  );
}

function FakeButton({ children }: { children: ReactNode }) {
  return (
    <span className="inline-block rounded-md bg-primary px-3 py-1.5 font-medium text-primary-foreground">
      {children}
    </span>
  );
}

/** The logo itself where it was uploaded; pages of the dashboard load no pictures from elsewhere. */
function LogoPicture({ brand, className }: { brand: Brand; className: string }) {
  const path = URL.canParse(brand.logo) ? new URL(brand.logo).pathname : "";
  if (!path.startsWith("/logos/"))
    return (
      <span className="rounded bg-subtle px-2 py-1 text-xs text-muted">Your logo, from its address</span>
    );
  // biome-ignore lint/performance/noImgElement: the tenant's own picture, of a size we do not know
  return <img src={path} alt={brand.name} className={className} />;
}

const text = (value: unknown): string => (typeof value === "string" ? value.trim() : "");
