import type { ReactNode } from "react";
import { Logo } from "./logo.tsx";

/** A layout with the name on top and the page in the middle. Error pages use it too, so it must not need scripts. */
export function BareFrame({ corner, children }: { corner?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-14 items-center justify-between px-5">
        <Logo />
        {corner}
      </header>
      {/* Slightly above the middle. */}
      <main className="flex flex-1 flex-col items-center justify-center pb-[12vh]">{children}</main>
    </div>
  );
}
