"use client";

import { setNonce } from "get-nonce";

/**
 * Dialogs lock the page's scrolling with a style element, which our Content-Security-Policy allows with the document's nonce. The
 * nonce is read from the document, because a page reached by client-side navigation is rendered with another one.
 */
export function StyleNonce() {
  if (typeof document !== "undefined")
    setNonce(document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "");
  return null;
}
