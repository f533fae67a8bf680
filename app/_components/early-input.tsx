import { EARLY_INPUT } from "../_scripts/built/early-input.ts";
import { MarkHydrated } from "./mark-hydrated.tsx";

/**
 * Records what a visitor does before the page's scripts have loaded, and repeats it once they have: a button that is pressed, a
 * choice that is made. Each counts once, however often it was pressed. Links and forms need no help: the browser, or React,
 * carries them out. Keys that an element names as its shortcut (aria-keyshortcuts) press it, early or late.
 * It is the first element of the body.
 */
export function EarlyInput({ nonce }: { nonce: string }) {
  return (
    <>
      {/* Browsers tell no script what a nonce is, so React would find another one than was sent. */}
      <script nonce={nonce} suppressHydrationWarning>
        {EARLY_INPUT}
      </script>
      <MarkHydrated />
    </>
  );
}
