import { EARLY_INPUT } from "../_scripts/built/early-input.ts";
import { MarkHydrated } from "./mark-hydrated.tsx";

/**
 * Records clicks on buttons and selections that a visitor makes before the page's scripts have loaded, and replays each of them
 * once afterwards. Links and forms are not recorded: the browser or React handles them. A keyboard shortcut (aria-keyshortcuts)
 * clicks its element, before and after the scripts have loaded. Must be the first element of the body.
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
