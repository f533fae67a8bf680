"use client";

import { setNonce } from "get-nonce";

/** Dialogs lock the page's scrolling by a style element; with the page's own nonce our policy lets it be. */
export function StyleNonce({ nonce }: { nonce: string }) {
  if (typeof window !== "undefined") setNonce(nonce);
  return null;
}
