"use client";

import { Button } from "./ui/button.tsx";
import { Dialog, DialogContent, DialogFooter } from "./ui/dialog.tsx";

/** The question before a page with something unsaved is left. */
export default function LeaveWindow({ stay, leave }: { stay: () => void; leave: () => void }) {
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && stay()}>
      <DialogContent
        title="Leave without saving?"
        description="What you have changed on this page has not been saved."
      >
        <DialogFooter>
          <Button variant="secondary" onClick={stay}>
            Stay on this page
          </Button>
          <Button variant="danger" onClick={leave}>
            Leave
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
