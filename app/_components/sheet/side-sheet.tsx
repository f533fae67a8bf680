"use client";

import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from "react";
import { showEmail } from "../../../server/platform/show-email.ts";
import { cn } from "../../_lib/cn.ts";
import { shown } from "../../_lib/shown.ts";
import { Dialog, DialogContent } from "../ui/dialog.tsx";
import { type Panel, SheetContext } from "./sheet-context.ts";

interface Props {
  title: string;
  description?: ReactNode;
  /** What the way back from an action says: "Back to invoice INV-12". */
  back: string;
  close: () => void;
  children: ReactNode;
}

/**
 * An object at the right edge of the page, of its full height; on a phone the whole screen. An action of the object takes the place of
 * its content in the same sheet (SheetPanel), and the content stays as it is behind it. Escape leads back from an action first.
 */
export function SideSheet({ title, description, back, close, children }: Props) {
  const [panel, setPanel] = useState<Panel | null>(null);
  const [slot, setSlot] = useState<HTMLDivElement | null>(null);
  const host = useMemo(() => ({ slot, show: setPanel }), [slot]);
  const opener = useRef<Element | null>(null);
  const isOpen = panel !== null;
  useLayoutEffect(() => {
    if (panel) opener.current = panel.opener;
  }, [panel]);
  useLayoutEffect(() => {
    if (!slot) return;
    if (isOpen) slot.focus();
    else if (opener.current) focusAgain(opener.current, slot);
  }, [isOpen, slot]);
  const leave = () => {
    if (panel && !panel.asks()) panel.close();
  };
  return (
    <Dialog open onOpenChange={(isWanted) => !isWanted && close()}>
      <DialogContent
        isSheet
        title={panel?.title ?? showEmail(title)}
        description={panel ? panel.description : shown(description)}
        {...(panel && { back: { label: back, go: leave } })}
        onClosing={(isEscape) => {
          if (!panel) return false;
          if (!isEscape) return panel.asks();
          leave();
          return true;
        }}
      >
        <SheetContext value={host}>
          <div className={cn("flex min-h-0 flex-1 flex-col", isOpen && "hidden")}>{children}</div>
        </SheetContext>
        <div ref={setSlot} tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none empty:hidden" />
      </DialogContent>
    </Dialog>
  );
}

/** Gives the focus back; to the sheet where what had it is gone, such as the button of what is done. */
function focusAgain(opener: Element, slot: HTMLElement): void {
  const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
  const target = isThere ? opener : slot.closest<HTMLElement>("[role=dialog]");
  target?.focus();
}
