import type { PublicTenant } from "../../server/http/pages-contract.ts";

/** The tenant's colour for buttons and for what is chosen, as custom properties of the elements inside. */
export function brandStyle({ brand }: Pick<PublicTenant, "brand">): Record<string, string> {
  return {
    "--primary": brand.background,
    "--primary-hover": `color-mix(in oklab, ${brand.background} 88%, ${brand.text})`,
    "--primary-foreground": brand.text,
  };
}
