"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useState } from "react";
import { rememberChoice, THEME_COOKIE, type Theme, toTheme } from "../_lib/choices.ts";
import { Button } from "./ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from "./ui/dropdown-menu.tsx";

const THEMES = [
  { value: "light", label: "Light", Icon: Sun },
  { value: "dark", label: "Dark", Icon: Moon },
  { value: "system", label: "System", Icon: Monitor },
] as const;

/** Light, dark, or as the system has it; kept in a cookie, so that the next page arrives in the right colours. */
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
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon" aria-label="Colour theme">
          <Icon aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="min-w-36">
        <DropdownMenuRadioGroup value={theme} onValueChange={choose}>
          {THEMES.map(({ value, label, Icon: ThemeIcon }) => (
            <DropdownMenuRadioItem key={value} value={value}>
              <ThemeIcon aria-hidden />
              {label}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
