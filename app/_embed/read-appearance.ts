import type { Appearance } from "@stripe/stripe-js";

/** The colours of the page's current theme as the card provider's appearance options. */
export function readAppearance(): Appearance {
  const probe = document.createElement("span");
  document.body.append(probe);
  const colorOf = (name: string) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const root = document.documentElement;
  const isDark =
    root.dataset.theme === "system"
      ? matchMedia("(prefers-color-scheme: dark)").matches
      : root.dataset.theme === "dark";
  const appearance: Appearance = {
    theme: isDark ? "night" : "stripe",
    variables: {
      colorPrimary: colorOf("--ring"),
      colorBackground: colorOf("--surface"),
      colorText: colorOf("--foreground"),
      colorTextSecondary: colorOf("--muted"),
      colorDanger: colorOf("--negative"),
      borderRadius: "6px",
      fontSizeBase: "16px",
    },
  };
  probe.remove();
  return appearance;
}
