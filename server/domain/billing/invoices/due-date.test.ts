import { expect, it } from "vitest";
import { isOverdue, overdueFrom } from "./due-date.ts";

it.each([
  ["2030-01-13T10:00:00.000Z", "2030-01-14T00:00:00.000Z"],
  ["2030-01-13T00:00:00.000Z", "2030-01-14T00:00:00.000Z"],
  ["2030-01-13T23:59:59.999Z", "2030-01-14T00:00:00.000Z"],
  ["2030-12-31T00:00:00.001Z", "2031-01-01T00:00:00.000Z"],
])("what is due at %s is overdue from %s on", (dueAt, from) => {
  const at = (moment: string, plusMs = 0) => new Date(Date.parse(moment) + plusMs);
  expect(overdueFrom(at(dueAt))).toEqual(at(from));
  expect(isOverdue(at(dueAt), at(from))).toBe(true);
  expect(isOverdue(at(dueAt), at(from, -1))).toBe(false);
  expect(isOverdue(at(dueAt), at(dueAt))).toBe(false);
});

it("what has no due date is never overdue", () => expect(isOverdue(null, new Date())).toBe(false));
