"use client";

import { setNonce } from "get-nonce";

/**
 * Dialogs lock the page's scrolling by a style element, which our policy allows with the document's own nonce. It is read from the
 * document: a page that was reached by a link without a reload is rendered under another one.
 */
export function StyleNonce() {
  if (typeof document !== "undefined")
    setNonce(document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "");
  return null;
}
