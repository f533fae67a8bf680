"use client";

import { useRef, useState } from "react";
import { useAction } from "../../../../_lib/use-loaded.ts";
import type { Pack } from "./entitlement.ts";
import type { Feature } from "./entitlement-form.ts";
import { entriesOf, type inputsOf } from "./entries.ts";
import { draftOf, editDraft, type PlanDraftEvent } from "./plan-draft.ts";
import type { Move } from "./subscribers-choice.tsx";

interface Of {
  planId: string;
  packs: Pack[];
  features: Feature[];
}

/** The draft on the page, with what saves, publishes and discards it. */
export function usePlanDraft({ planId, packs, features }: Of) {
  const saved = packs.find(({ status }) => status === "DRAFT");
  const active = packs.find(({ status }) => status === "ACTIVE");
  const [draft, setDraft] = useState(() => draftOf((saved ?? active)?.entitlements ?? [], features));
  const latest = useRef(draft);
  function tell(event: PlanDraftEvent): void {
    latest.current = editDraft(latest.current, event);
    setDraft(latest.current);
  }
  const save = useAction(
    async (api, entitlements: ReturnType<typeof inputsOf>) => {
      const from = active && { from_pack_id: active.id };
      const pack = saved ?? (await api.packs.create.mutate({ plan_id: planId, ...from }));
      const after = await api.packs.setEntitlements.mutate({ pack_id: pack.id, entitlements });
      tell({ type: "saved", entitlements: after.entitlements });
      return after;
    },
    { done: "Saved as a draft. Nothing is published." },
  );
  const publish = usePublication(active);
  const discard = useAction((api, id: string) => api.packs.delete.mutate({ pack_id: id }), {
    done: "The changes were discarded.",
  });
  const startOver = () =>
    tell({ type: "discarded", entries: entriesOf(active?.entitlements ?? [], features) });
  return {
    draft,
    tell,
    /** The draft that is saved, and the version on sale. */
    saved,
    active,
    /** The draft with what was read last, also before the page shows it. */
    now: () => latest.current,
    /** Saves what is given; null when the server refused it, which then was shown. */
    save: (input: ReturnType<typeof inputsOf>): Promise<Pack | null> =>
      save.mutateAsync(input).catch(() => null),
    publish: (pack: Pack, moves: Move) =>
      publish.mutate({ pack, moves }, { onSuccess: () => tell({ type: "published" }) }),
    discard: () => (saved ? discard.mutate(saved.id, { onSuccess: startOver }) : startOver()),
    isBusy: save.isPending || publish.isPending || discard.isPending,
  };
}

/** Puts a version on sale, and moves the subscribers of the one before where that is wanted. */
const usePublication = (active: Pack | undefined) =>
  useAction(
    async (api, { pack, moves }: { pack: Pack; moves: Move }) => {
      const published = await api.packs.publish.mutate({ pack_id: pack.id });
      if (moves !== "keep" && active)
        await api.packMigrations.start.mutate({
          pack_id: pack.id,
          from_pack_id: active.id,
          effective: moves,
        });
      return { ...published, moves };
    },
    {
      done: ({ version, moves }) =>
        moves === "keep"
          ? `Version ${version} is on sale.`
          : `Version ${version} is on sale, and subscribers are being moved to it.`,
    },
  );
