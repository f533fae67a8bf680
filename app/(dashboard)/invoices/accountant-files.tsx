"use client";

import { FolderArchive } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "../../_components/ui/button.tsx";
import { Dialog, DialogBody, DialogContent } from "../../_components/ui/dialog.tsx";

const ExportControls = dynamic(
  () => import("../revenue/export-controls.tsx").then((part) => part.ExportControls),
  { ssr: false },
);

/** The files for the accountant, where invoices are looked for; they are below the figures of Revenue, too. */
export function AccountantFiles() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <FolderArchive aria-hidden />
        Files for the accountant
      </Button>
      {isOpen && (
        <Dialog open onOpenChange={setIsOpen}>
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
      )}
    </>
  );
}
