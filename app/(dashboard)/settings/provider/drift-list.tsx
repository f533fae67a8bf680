"use client";

import type { Route } from "next";
import type { z } from "zod";
import type { Drift } from "../../../../server/domain/billing/card-provider/drift/drift-schema.ts";
import { ActionDialog } from "../../../_components/form/action-dialog.tsx";
import { Link } from "../../../_components/link.tsx";
import { Badge } from "../../../_components/ui/badge.tsx";
import { Button } from "../../../_components/ui/button.tsx";
import { DECISIONS, KINDS, OUTCOMES } from "./drift-words.ts";

type Difference = z.output<typeof Drift>["differences"][number];

interface Props {
  differences: Difference[];
  mayDecide: boolean;
  /** Compares again, after a decision. */
  again: () => void;
}

/** The differences, each with its outcome or the possible decisions. */
export function DriftList({ differences, mayDecide, again }: Props) {
  return (
    <ul className="divide-y rounded-md border">
      {differences.map((one) => (
        <li
          key={`${one.kind} ${one.provider_subscription_id}`}
          className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2"
        >
          <div className="min-w-0 flex-1 basis-60">
            <p className="font-medium">{KINDS[one.kind]}</p>
            <p className="break-words text-muted">
              here {one.ours ?? "none"}, there {one.theirs ?? "none"} ·{" "}
              <code className="font-mono text-xs break-all">{one.provider_subscription_id}</code>
            </p>
            {one.failure && <p className="text-negative">{one.failure.message}</p>}
          </div>
          <Outcome outcome={one.outcome} />
          {one.subscription_id && one.kind !== "unknown" && (
            <Link
              href={`/subscriptions/${one.subscription_id}` as Route}
              className="rounded font-medium text-link hover:underline"
            >
              Open
            </Link>
          )}
          {mayDecide && !one.is_mended && <Decide one={one} again={again} />}
        </li>
      ))}
    </ul>
  );
}

function Outcome({ outcome }: Pick<Difference, "outcome">) {
  const known = OUTCOMES[outcome];
  return known && <Badge tone={known.tone}>{known.text}</Badge>;
}

function Decide({ one, again }: { one: Difference; again: () => void }) {
  const { decision } = one;
  if (decision !== "end_here" && decision !== "restore_here" && decision !== "tell_provider") return null;
  const { button, title, description, isDangerous } = DECISIONS[decision];
  return (
    <ActionDialog
      trigger={
        <Button variant="secondary" size="small">
          {button}
        </Button>
      }
      title={title}
      description={description}
      schema={async () =>
        (await import("../../../../server/domain/billing/card-provider/drift/decide-difference-schema.ts"))
          .DecideDifference
      }
      fixed={{
        kind: one.kind,
        provider_subscription_id: one.provider_subscription_id,
        action: decision,
      }}
      submit={button}
      isDangerous={isDangerous}
      act={(api, input) => api.cardProvider.decideDrift.mutate(input)}
      onDone={again}
      done={({ outcome, failure }) => failure?.message ?? OUTCOMES[outcome]?.text ?? "Done"}
    />
  );
}
