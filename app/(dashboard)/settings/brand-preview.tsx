import type { CSSProperties } from "react";
import type { FieldValues } from "react-hook-form";
import { brandColors } from "../../../server/platform/brand-colors.ts";
import { brandStyle } from "../../_lib/brand.ts";

/** A small page with the name, logo and colour that are typed, as visitors and buyers would see it. */
export function BrandPreview({ typed }: { typed: FieldValues }) {
  const { name, brand_color: color, logo_url: logo, support_email: support } = typed;
  const brand = brandColors(String(color));
  return (
    <figure>
      <div
        style={brandStyle({ brand }) as CSSProperties}
        className="rounded border bg-card text-xs leading-5 shadow-sm"
      >
        <p className="border-b px-4 py-3 text-sm font-semibold">
          {logo ? (
            <span className="rounded bg-subtle px-2 py-1 text-xs font-normal text-muted">Your logo</span>
          ) : (
            String(name || "Your name")
          )}
        </p>
        <div className="space-y-3 p-4">
          <p className="text-lg font-semibold">
            $49.00 <span className="text-xs font-normal text-muted">a month</span>
          </p>
          <p className="rounded-md bg-primary py-1.5 text-center font-medium text-primary-foreground">
            Subscribe
          </p>
        </div>
        <p className="border-t px-4 py-2 text-muted">
          {support ? `Questions? ${String(support)}` : "No support address yet. Add one."}
        </p>
      </div>
      <figcaption className="mt-2 text-xs text-muted">
        Your price list, checkout, customer portal and mails look like this.
      </figcaption>
    </figure>
  );
}
