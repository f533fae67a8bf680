import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { THEME_COOKIE, toTheme } from "../../server/platform/themes.ts";
import { BareFrame } from "./bare-frame.tsx";
import { Fonts } from "./fonts.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";

/** Name and theme switch on top, the page in the middle. */
export async function PublicFrame({ children }: { children: ReactNode }) {
  const theme = toTheme((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <BareFrame corner={<ThemeSwitch initial={theme} />}>
      <Fonts />
      {children}
    </BareFrame>
  );
}
