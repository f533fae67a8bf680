import { expect, it } from "vitest";
import { shareOf, takes, withNoun, withType } from "./event-types.ts";

const TYPES = ["invoice.issued", "invoice.paid", "invoice.voided"];

it("all of a noun are taken by its star, and one that is left out leaves the others", () => {
  const all = withNoun(["user.created"], "invoice", true);
  expect(all).toEqual(["user.created", "invoice.*"]);
  expect([shareOf(all, TYPES), takes(all, "invoice.later")]).toEqual([true, true]);
  const rest = withType(all, TYPES, "invoice.paid", false);
  expect(rest).toEqual(["user.created", "invoice.issued", "invoice.voided"]);
  expect(shareOf(rest, TYPES)).toBe("some");
});

it("the last type that was missing makes it all of the noun again, once", () => {
  const some = ["invoice.issued", "invoice.voided", "user.created"];
  expect(withType(some, TYPES, "invoice.paid", true)).toEqual(["user.created", "invoice.*"]);
});

it("none of a noun leaves the others alone", () => {
  const none = withNoun(["invoice.paid", "user.*"], "invoice", false);
  expect([none, shareOf(none, TYPES)]).toEqual([["user.*"], false]);
});
