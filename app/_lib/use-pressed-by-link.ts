"use client";

import { parseAsString, useQueryState } from "nuqs";
import { type RefObject, useEffect, useRef } from "react";

/** A ref for a button that is pressed once when the address says `?do=<name>`, so that a link opens its dialog. */
export function usePressedByLink(name: string): RefObject<HTMLButtonElement | null> {
  const [wanted, setWanted] = useQueryState("do", parseAsString);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (wanted !== name || !button.current) return;
    void setWanted(null);
    button.current.click();
  });
  return button;
}
