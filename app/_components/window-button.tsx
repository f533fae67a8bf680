"use client";

import dynamic from "next/dynamic";
import { type ReactNode, useState } from "react";

const DetailsWindow = dynamic(() => import("./details-window.tsx"), { ssr: false });

interface Props {
  title: string;
  description: ReactNode;
  /** The content of the window, rendered when it opens. */
  children: () => ReactNode;
}

/** The title of a row, clickable across the whole row; it opens a window with the details. */
export function WindowButton({ title, description, children }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className="block max-w-full truncate rounded text-left font-mono text-xs font-medium after:absolute after:inset-0"
      >
        {title}
      </button>
      {isOpen && (
        <DetailsWindow title={title} description={description} close={() => setIsOpen(false)}>
          {children()}
        </DetailsWindow>
      )}
    </>
  );
}
