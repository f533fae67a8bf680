"use client";

import { useAction } from "../../../../_lib/use-loaded.ts";
import { usePressedByLink } from "../../../../_lib/use-pressed-by-link.ts";
import { ConfirmButton } from "./confirm-button.tsx";

/** Takes the plan off sale for good, after a question. */
export function ArchivePlan({ planId }: { planId: string }) {
  const pressed = usePressedByLink("archive");
  const archive = useAction((api) => api.plans.archive.mutate({ plan_id: planId }), {
    done: "The plan was archived.",
  });
  return (
    <div className="flex justify-end">
      <ConfirmButton
        button={pressed}
        label="Archive plan"
        confirm="Archive"
        keep="Keep plan"
        isPending={archive.isPending}
        onConfirm={() => archive.mutate(undefined)}
      >
        The plan can no longer be bought. It must have no current subscriptions.
      </ConfirmButton>
    </div>
  );
}
