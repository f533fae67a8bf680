"use client";

import type { MemberTenant } from "../../../server/http/pages-contract.ts";
import { cn } from "../../_lib/cn.ts";
import { leave } from "../../_lib/unsaved.ts";
import { useModeSwitch } from "./use-mode-switch.ts";

/** Switches between LIVE and TEST. */
export function ModeSwitch({ tenants, chosen }: { tenants: MemberTenant[]; chosen: MemberTenant }) {
  const { isPending, isMaking, canSwitch, switchMode } = useModeSwitch(tenants, chosen);
  return (
    <fieldset
      aria-busy={isPending || isMaking}
      className="grid grid-cols-2 gap-0.5 rounded-md bg-subtle p-0.5 aria-busy:opacity-60"
    >
      <legend className="sr-only">Mode</legend>
      {(["LIVE", "TEST"] as const).map((mode) => {
        const isChosen = chosen.tenantMode === mode;
        return (
          <button
            key={mode}
            type="button"
            aria-pressed={isChosen}
            disabled={(!isChosen && !canSwitch) || isMaking}
            onClick={() => !isChosen && leave(() => void switchMode())}
            className={cn(
              "h-7 rounded text-xs font-medium text-muted transition-colors hover:text-foreground disabled:opacity-60",
              isChosen && mode === "LIVE" && "bg-surface text-foreground shadow-card",
              isChosen &&
                mode === "TEST" &&
                "bg-test text-test-foreground shadow-card hover:text-test-foreground",
            )}
          >
            {mode === "LIVE" ? "Live" : "Test"}
          </button>
        );
      })}
    </fieldset>
  );
}
