import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { THEME_COOKIE, toTheme } from "../_lib/choices.ts";
import { Logo } from "./logo.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";

/** Name and theme switch on top, the page in the middle. */
export async function PublicFrame({ children }: { children: ReactNode }) {
  const theme = toTheme((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-14 items-center justify-between px-5">
        <Logo />
        <ThemeSwitch initial={theme} />
      </header>
      {/* A little above the middle, where the eye rests. */}
      <main className="flex flex-1 flex-col items-center justify-center pb-[12vh]">{children}</main>
    </div>
  );
}
