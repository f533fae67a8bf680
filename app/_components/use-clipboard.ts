"use client";

import { useEffect, useState } from "react";
import { copyText } from "../_lib/copy-text.ts";

const CONFIRMED_MS = 2_000;

/** Copies a text to the clipboard and reports for two seconds that it was copied, or that the browser refused. */
export function useClipboard(text: string) {
  const [outcome, setOutcome] = useState<"copied" | "refused" | null>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), CONFIRMED_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  return {
    isCopied: outcome === "copied",
    isRefused: outcome === "refused",
    copy: () => void copyText(text).then((isCopied) => setOutcome(isCopied ? "copied" : "refused")),
  };
}
