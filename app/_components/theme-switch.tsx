"use client";

import { Monitor } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { THEME_COOKIE, type Theme, toTheme } from "../../server/platform/themes.ts";
import { rememberChoice } from "../_lib/choices.ts";
import { LazyMenu } from "./lazy-menu.tsx";
import { THEMES } from "./theme-choices.ts";
import { buttonLook } from "./ui/button.tsx";

const ThemeMenu = dynamic(() => import("./theme-menu.tsx"), { ssr: false });

/** Light, dark, or the system's theme; stored in a cookie, so that the server renders the next page with it. */
export function ThemeSwitch({ initial }: { initial: Theme }) {
  const [theme, setTheme] = useState(initial);
  const Icon = THEMES.find(({ value }) => value === theme)?.Icon ?? Monitor;

  function choose(value: string) {
    const chosen = toTheme(value);
    setTheme(chosen);
    rememberChoice(THEME_COOKIE, chosen);
    document.documentElement.dataset.theme = chosen;
  }

  return (
    <LazyMenu
      Menu={ThemeMenu}
      menuProps={{ theme, choose }}
      aria-label="Colour theme"
      className={buttonLook({ variant: "ghost", size: "icon" })}
    >
      <Icon aria-hidden />
    </LazyMenu>
  );
}
