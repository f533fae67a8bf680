/** "light" or "dark"; without it, the system's. */
export const THEME_COOKIE = "usher-theme";

export type Theme = "light" | "dark" | "system";

/** A cookie's or a query's value as a theme. */
export function toTheme(value: string | null | undefined): Theme {
  return value === "light" || value === "dark" ? value : "system";
}
