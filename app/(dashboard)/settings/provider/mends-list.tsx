"use client";

import type { Route } from "next";
import type { z } from "zod";
import type { DriftMend } from "../../../../server/domain/billing/card-provider/drift/schema.ts";
import { ActionDialog } from "../../../_components/form/action-dialog.tsx";
import { Link } from "../../../_components/link.tsx";
import { Moment } from "../../../_components/moment.tsx";
import { Badge } from "../../../_components/ui/badge.tsx";
import { Button } from "../../../_components/ui/button.tsx";
import { useLoaded } from "../../../_lib/use-loaded.ts";
import { DONE } from "./drift-words.ts";

type Mend = z.output<typeof DriftMend>;

const SHOWN = 10;

/** What cannot be undone. */
const FINAL = ["end_surplus", "release_schedule"];

/** Recent repairs, with undo. */
export function MendsList({ mayUndo }: { mayUndo: boolean }) {
  const { data } = useLoaded("drift-mends", SHOWN, (api, signal) =>
    api.cardProvider.listMends.query({ limit: SHOWN }, { signal }),
  );
  if (!data || data.data.length === 0) return null;
  return (
    <section aria-label="Recent repairs" className="space-y-2">
      <h3 className="font-medium">Recent repairs</h3>
      <ul className="divide-y rounded-md border">
        {data.data.map((mend) => (
          <li key={mend.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
            <div className="min-w-0 flex-1 basis-60">
              <p className="font-medium">{DONE[mend.action]}</p>
              <p className="text-muted">
                {whatChanged(mend)} · <Moment iso={mend.created_at} /> by{" "}
                {mend.actor_type === "SYSTEM" ? "the hourly comparison" : mend.actor_id}
              </p>
            </div>
            {mend.subscription_id && (
              <Link
                href={`/subscriptions/${mend.subscription_id}` as Route}
                className="rounded font-medium text-link hover:underline"
              >
                Open
              </Link>
            )}
            {mend.undone_at ? (
              <Badge>Undone</Badge>
            ) : (
              mayUndo && !FINAL.includes(mend.action) && <Undo mend={mend} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Undo({ mend }: { mend: Mend }) {
  return (
    <ActionDialog
      trigger={
        <Button variant="secondary" size="small">
          Undo
        </Button>
      }
      title="Undo this repair?"
      description={
        mend.before.ours === null
          ? "The subscription was added here by the comparison; it will end here. The provider's subscription continues."
          : "This restores the state before the repair. The hourly comparison skips this difference until the provider's data changes."
      }
      schema={async () =>
        (await import("../../../../server/domain/billing/card-provider/drift/undo-mend-schema.ts"))
          .DriftMendId
      }
      fixed={{ id: mend.id }}
      submit="Undo"
      act={(api, input) => api.cardProvider.undoMend.mutate(input)}
      done="The repair was undone."
    />
  );
}

function whatChanged({ before, after }: Mend): string {
  const [then, now] = [before.ours, after?.ours];
  if (!then) return `Subscription added as ${now?.status ?? "unknown"}`;
  if (now && then.status !== now.status) return `${then.status} became ${now.status}`;
  if (now && then.current_period_end !== now.current_period_end) return "Period changed";
  if (now && then.cancel_at_period_end !== now.cancel_at_period_end)
    return now.cancel_at_period_end ? "Set to end with its period" : "Set to renew after its period";
  return "Prices at the provider";
}
