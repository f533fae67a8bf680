"use client";

import dynamic from "next/dynamic";
import { type ReactNode, useState } from "react";

const DetailsWindow = dynamic(() => import("./details-window.tsx"), { ssr: false });

interface Props {
  title: string;
  description: ReactNode;
  /** What the row shows. */
  label: ReactNode;
  /** The content of the window, rendered when it opens. */
  children: () => ReactNode;
}

/** The title of a row, clickable across the whole row; it opens a window with the details. */
export function WindowButton({ title, description, label, children }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className="block max-w-full min-w-0 rounded text-left after:absolute after:inset-0"
      >
        {label}
      </button>
      {isOpen && (
        <DetailsWindow title={title} description={description} close={() => setIsOpen(false)}>
          {children()}
        </DetailsWindow>
      )}
    </>
  );
}
