"use client";

import { FolderArchive } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "../../_components/ui/button.tsx";

const AccountantFilesWindow = dynamic(
  () => import("./accountant-files-window.tsx").then((part) => part.AccountantFilesWindow),
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
      {isOpen && <AccountantFilesWindow close={() => setIsOpen(false)} />}
    </>
  );
}
