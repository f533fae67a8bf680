"use client";

import { useEffect, useState } from "react";

const CONFIRMED_MS = 2_000;

/** Copies a text to the clipboard and reports for two seconds that it was copied. */
export function useClipboard(text: string) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), CONFIRMED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return {
    isCopied,
    copy: () => void navigator.clipboard.writeText(text).then(() => setIsCopied(true)),
  };
}
