import type { ReactNode } from "react";
import { Logo } from "./logo.tsx";

/** Name on top, the page in the middle. What has no page is shown in it, too, so that every page would carry its scripts. */
export function BareFrame({ corner, children }: { corner?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-14 items-center justify-between px-5">
        <Logo />
        {corner}
      </header>
      {/* A little above the middle, where the eye rests. */}
      <main className="flex flex-1 flex-col items-center justify-center pb-[12vh]">{children}</main>
    </div>
  );
}
