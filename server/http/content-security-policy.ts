import type { PagePolicy } from "./pages-contract.ts";

const NOTHING: PagePolicy = {
  scripts: [],
  connections: [],
  frames: [],
  images: [],
  forms: [],
  ancestors: [],
};

/** A page's Content-Security-Policy: where its own scripts and styles may come from, and what it may load beyond that. */
export function contentSecurityPolicy(
  own: { scripts: string[]; styles: string[] },
  extra: PagePolicy | null,
): string {
  const { scripts, connections, frames, images, forms, ancestors } = extra ?? NOTHING;
  const directives: Record<string, string[]> = {
    "default-src": ["'self'"],
    "script-src": [...own.scripts, ...scripts],
    "style-src": own.styles,
    // Widths of bars and positions of menus are style attributes.
    "style-src-attr": ["'unsafe-inline'"],
    "img-src": ["'self'", "data:", ...images],
    "font-src": ["'self'"],
    "connect-src": ["'self'", ...connections],
    "frame-src": ["'self'", ...frames],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'", ...forms],
    "frame-ancestors": ancestors.length > 0 ? ["'self'", ...ancestors] : ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources.filter(isSource)].join(" "))
    .join("; ");
}

/** Whether a source ends neither its directive nor the policy: URLs may hold ";" and "," in their host. */
function isSource(source: string): boolean {
  return !/[;,\s]/.test(source);
}
