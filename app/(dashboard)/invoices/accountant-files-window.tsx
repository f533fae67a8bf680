"use client";

import { Dialog, DialogBody, DialogContent } from "../../_components/ui/dialog.tsx";
import { ExportControls } from "../revenue/export-controls.tsx";

/** The window with the files for the accountant. */
export function AccountantFilesWindow({ close }: { close: () => void }) {
  return (
    <Dialog open onOpenChange={close}>
      <DialogContent
        title="Files for the accountant"
        description="CSV by month (UTC): invoices, payments, credit notes, refunds and the journal. The ZIP says which column adds up to which figure of Revenue."
        className="sm:max-w-2xl"
      >
        <DialogBody>
          <ExportControls />
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}
