"use client";

import type { ReactNode } from "react";
import { Dialog, DialogBody, DialogContent } from "./ui/dialog.tsx";

interface Props {
  title: string;
  description: ReactNode;
  children: ReactNode;
  close: () => void;
}

/** A dialog that shows details. */
export default function DetailsWindow({ title, description, children, close }: Props) {
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && close()}>
      <DialogContent title={title} description={description} className="sm:max-w-2xl">
        <DialogBody>{children}</DialogBody>
      </DialogContent>
    </Dialog>
  );
}
