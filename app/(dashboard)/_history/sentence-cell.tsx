"use client";

import type { ReactNode } from "react";
import { WindowButton } from "../../_components/window-button.tsx";

interface Props {
  row: { sentence: string; object_name: string | null };
  description: ReactNode;
  children: () => ReactNode;
}

/** What happened, in a sentence, and to what; opens the details. */
export function SentenceCell({ row, description, children }: Props) {
  return (
    <>
      <WindowButton title={row.sentence} description={description} isPlain>
        {children}
      </WindowButton>
      {row.object_name && <span className="block truncate text-xs text-muted">{row.object_name}</span>}
    </>
  );
}
