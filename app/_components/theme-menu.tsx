"use client";

import type { Theme } from "../../server/platform/themes.ts";
import { THEMES } from "./theme-choices.ts";
import { Button } from "./ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from "./ui/dropdown-menu.tsx";

interface Props {
  isWanted: boolean;
  theme: Theme;
  choose: (value: string) => void;
}

/** The menu of the theme switch. */
export default function ThemeMenu({ isWanted, theme, choose }: Props) {
  const Icon = THEMES.find(({ value }) => value === theme)?.Icon ?? THEMES[2].Icon;
  return (
    <DropdownMenu defaultOpen={isWanted}>
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
