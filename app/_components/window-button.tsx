"use client";

import dynamic from "next/dynamic";
import { type ReactNode, useState } from "react";
import { cn } from "../_lib/cn.ts";
import { MiddleCut } from "./middle-cut.tsx";

const DetailsWindow = dynamic(() => import("./details-window.tsx"), { ssr: false });

interface Props {
  title: string;
  description: ReactNode;
  /** Whether the title is a sentence, and not an identifier. */
  isPlain?: boolean;
  /** The content of the window, rendered when it opens. */
  children: () => ReactNode;
}

/** The title of a row, clickable across the whole row; it opens a window with the details. */
export function WindowButton({ title, description, isPlain = false, children }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className={cn(
          "block max-w-full rounded text-left font-medium after:absolute after:inset-0",
          isPlain
            ? "text-pretty max-sm:whitespace-normal max-sm:wrap-anywhere sm:truncate"
            : "truncate font-mono text-xs",
        )}
      >
        {isPlain ? title : <MiddleCut value={title} />}
      </button>
      {isOpen && (
        <DetailsWindow title={title} description={description} close={() => setIsOpen(false)}>
          {children()}
        </DetailsWindow>
      )}
    </>
  );
}
