"use client";

import { Menu, X } from "lucide-react";
import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { Button } from "../../_components/ui/button.tsx";
import { MenuContainer } from "../../_components/ui/dropdown-menu.tsx";

/** The side bar of a narrow screen: a native modal dialog, which keeps the focus inside and closes on Escape. */
export function Drawer({ children }: { children: ReactNode }) {
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null);
  const pathname = usePathname();

  // biome-ignore lint/correctness/useExhaustiveDependencies: going to another page closes the drawer
  useEffect(() => dialog?.close(), [pathname]);

  return (
    <>
      <Button variant="ghost" size="icon" aria-label="Open menu" onClick={() => dialog?.showModal()}>
        <Menu aria-hidden />
      </Button>
      <dialog
        ref={setDialog}
        aria-label="Menu"
        className="fixed inset-y-0 left-0 m-0 h-dvh max-h-none w-[17rem] max-w-[85vw] border-r bg-surface text-foreground backdrop:bg-black/40"
      >
        <Button
          variant="ghost"
          size="icon"
          aria-label="Close menu"
          className="absolute top-3.5 right-3"
          onClick={() => dialog?.close()}
        >
          <X aria-hidden />
        </Button>
        <MenuContainer value={dialog}>{children}</MenuContainer>
      </dialog>
    </>
  );
}
