import { describe, expect, it } from "vitest";
import type { Entitlement } from "./entitlement.ts";
import type { Feature } from "./entitlement-form.ts";
import { type Granted, inputsOf } from "./entries.ts";
import { draftOf, editDraft, type PlanDraft, type PlanDraftEvent } from "./plan-draft.ts";

const feature = (id: string) => ({ id, key: id, name: id, type: "METERED" }) as Feature;
const [CALLS, SEATS] = [feature("calls"), feature("seats")];
const granted = (limit: number) => ({ feature_key: "calls", enabled: true, limit }) as unknown as Granted;
const entitlement = (limit: number) =>
  ({ ...granted(limit), feature_id: "calls", feature_name: "calls", feature_type: "METERED" }) as Entitlement;

const OPEN = draftOf([entitlement(100)], [CALLS, SEATS]);
const edit = (draft: PlanDraft, ...events: PlanDraftEvent[]) => events.reduce(editDraft, draft);
const read = (limit: number): PlanDraftEvent => ({
  type: "grant read",
  id: "calls",
  granted: granted(limit),
});

describe("the draft of a plan", () => {
  it("has the features that are added, without those that are removed", () => {
    const draft = edit(
      OPEN,
      { type: "feature added", feature: SEATS },
      { type: "feature removed", id: "calls" },
    );
    expect(inputsOf(draft.entries)).toEqual([{ feature_key: "seats", enabled: true }]);
  });

  it("asks about subscribers anew after a change, and says no more that it was published", () => {
    const asked = edit(OPEN, { type: "published" }, { type: "move chosen", move: "now" });
    expect(edit(asked, read(200))).toMatchObject({ move: null, isPublished: false });
  });

  it("is the same when what was typed is only read again", () => {
    const asked = edit(OPEN, { type: "move chosen", move: "keep" });
    expect(edit(asked, read(100))).toBe(asked);
  });

  it("keeps what was answered when it is saved, with what the server made of it", () => {
    const asked = edit(OPEN, { type: "move chosen", move: "period_end" });
    const saved = edit(asked, { type: "saved", entitlements: [entitlement(300)] });
    expect(saved.move).toBe("period_end");
    expect(inputsOf(saved.entries)).toMatchObject([{ feature_key: "calls", limit: 300 }]);
  });

  it("asks nothing more once it is published", () => {
    const draft = edit(OPEN, { type: "move chosen", move: "now" }, { type: "published" });
    expect(draft).toMatchObject({ move: null, isPublished: true });
  });

  it("makes the forms anew when it is discarded", () => {
    const draft = edit(OPEN, read(200), { type: "discarded", entries: OPEN.entries });
    expect(draft).toMatchObject({ entries: OPEN.entries, generation: 1, move: null });
  });
});
