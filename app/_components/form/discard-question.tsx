"use client";

import { Button } from "../ui/button.tsx";
import { DialogFooter } from "../ui/dialog.tsx";

/** Asks, in place of a dialog's buttons, before what was typed in it is lost. */
export function DiscardQuestion({ keep, discard }: { keep: () => void; discard: () => void }) {
  return (
    <DialogFooter className="flex-wrap items-center">
      <p role="alert" className="mr-auto text-[0.8125rem] font-medium">
        Discard what you have typed?
      </p>
      <Button variant="secondary" autoFocus onClick={keep}>
        Keep editing
      </Button>
      <Button variant="danger" onClick={discard}>
        Discard
      </Button>
    </DialogFooter>
  );
}
