import { expect, it } from "vitest";
import { groupEntries } from "./group-entries.ts";

const entry = (id: string, minute: number, of: object = {}) => ({
  id,
  action: "plan.updated",
  object_type: "plan",
  object_id: "plan_1",
  created_at: new Date(Date.UTC(2026, 10, 27, 12, minute)).toISOString(),
  ...of,
});

const shapeOf = (rows: ReturnType<typeof entry>[]) =>
  groupEntries(rows, ({ action }) => action).map(({ id, others }) => [
    id,
    ...(others ?? []).map((one) => one.id),
  ]);

it("consecutive entries of one action on one object within five minutes of each other are one", () => {
  expect(shapeOf([entry("c", 9), entry("b", 5), entry("a", 0)])).toEqual([["c", "b", "a"]]);
});

it("entries about the same thing are one where each has an object of its own, as quotes have", () => {
  const rows = [entry("b", 1, { object_id: "quote_2" }), entry("a", 0, { object_id: "quote_1" })];
  const one = groupEntries(
    rows,
    ({ action }) => action,
    () => "sub_1",
  );
  expect(one.map(({ id, others }) => [id, others?.length])).toEqual([["b", 1]]);
});

it("a pause, another object, another action, or something in between parts them", () => {
  expect(shapeOf([entry("b", 6), entry("a", 0)])).toEqual([["b"], ["a"]]);
  expect(shapeOf([entry("b", 1), entry("a", 0, { object_id: "plan_2" })])).toEqual([["b"], ["a"]]);
  expect(shapeOf([entry("c", 2), entry("b", 1, { action: "plan.archived" }), entry("a", 0)])).toEqual([
    ["c"],
    ["b"],
    ["a"],
  ]);
});
