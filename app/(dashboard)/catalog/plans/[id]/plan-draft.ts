import type { Entitlement } from "./entitlement.ts";
import type { Feature } from "./entitlement-form.ts";
import { type Entry, entriesOf, type Granted, inputsOf, isSame, withGranted } from "./entries.ts";
import type { Move } from "./subscribers-choice.tsx";

/** What the page of a plan holds that is not published: its features, and what was answered on the way to a publication. */
export interface PlanDraft {
  entries: Entry[];
  /** Counts what the rows' forms are made anew for. */
  generation: number;
  /** What becomes of subscribers, while that is asked; null while it is not. */
  move: Move | null;
  /** What is on the page was published from here. */
  isPublished: boolean;
}

export type PlanDraftEvent =
  | { type: "feature added"; feature: Feature }
  | { type: "feature removed"; id: Feature["id"] }
  | { type: "grant read"; id: Feature["id"]; granted: Granted }
  /** As the server keeps it, so that what was saved does not count as a change. */
  | { type: "saved"; entitlements: Entitlement[] }
  | { type: "move chosen"; move: Move | null }
  | { type: "published" }
  /** Everything is again as in the version on sale. */
  | { type: "discarded"; entries: Entry[] };

export const draftOf = (entitlements: Entitlement[], features: Feature[]): PlanDraft => ({
  entries: entriesOf(entitlements, features),
  generation: 0,
  move: null,
  isPublished: false,
});

/** The draft after an event. One that changes no feature is the same as before, and asks nothing again. */
export function editDraft(draft: PlanDraft, event: PlanDraftEvent): PlanDraft {
  const { entries } = draft;
  switch (event.type) {
    case "feature added":
      return edited(draft, [...entries, { feature: event.feature, granted: null, isNew: true }]);
    case "feature removed":
      return edited(
        draft,
        entries.filter(({ feature }) => feature.id !== event.id),
      );
    case "grant read":
      return edited(
        draft,
        entries.map((one) => (one.feature.id === event.id ? withGranted(one, event.granted) : one)),
      );
    case "saved":
      return {
        ...draft,
        entries: entries.map((entry) => ({
          ...entry,
          granted: event.entitlements.find(({ feature_id: id }) => id === entry.feature.id) ?? entry.granted,
        })),
      };
    case "move chosen":
      return { ...draft, move: event.move };
    case "published":
      return { ...draft, move: null, isPublished: true };
    case "discarded":
      return { ...draft, entries: event.entries, generation: draft.generation + 1, move: null };
  }
}

/** With other entries; what was only read again is no change. */
function edited(draft: PlanDraft, entries: Entry[]): PlanDraft {
  if (isSame(inputsOf(entries), inputsOf(draft.entries))) return draft;
  return { ...draft, entries, move: null, isPublished: false };
}
