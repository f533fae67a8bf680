"use client";

import { Menu, X } from "lucide-react";
import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "../../_components/ui/button.tsx";

/** The side bar of a narrow screen: a native modal dialog, which keeps the focus inside and closes on Escape. */
export function Drawer({ children }: { children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const pathname = usePathname();
  const shownOn = useRef(pathname);

  // Going to another page closes it; the first run of the effect does not, as it may follow a click.
  useEffect(() => {
    if (shownOn.current !== pathname) dialog.current?.close();
    shownOn.current = pathname;
  }, [pathname]);

  return (
    <>
      <Button variant="ghost" size="icon" aria-label="Open menu" onClick={() => dialog.current?.showModal()}>
        <Menu aria-hidden />
      </Button>
      <dialog
        ref={dialog}
        aria-label="Menu"
        className="fixed inset-y-0 left-0 m-0 h-dvh max-h-none w-[17rem] max-w-[85vw] border-r bg-surface text-foreground backdrop:bg-black/40"
      >
        <Button
          variant="ghost"
          size="icon"
          aria-label="Close menu"
          className="absolute top-3.5 right-3"
          onClick={() => dialog.current?.close()}
        >
          <X aria-hidden />
        </Button>
        {children}
      </dialog>
    </>
  );
}
