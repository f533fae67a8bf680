import { expect, it } from "vitest";
import { mailState, webhookState, workerState } from "./rules.ts";

const now = new Date("2026-11-14T12:00:00Z");
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

it.each([
  [null, false, "FAILING"],
  [ago(6), false, "FAILING"],
  [ago(1), false, "WORKING"],
  [ago(1), true, "ATTENTION"],
])("a worker whose last job was done at %o, failures: %o, is %s", (lastSuccess, hasFailed, state) => {
  expect(workerState(lastSuccess, hasFailed, now)).toBe(state);
});

const mail = { hasServer: true, lastSuccess: null, retriedSince: null, hasGivenUp: false };

it.each([
  [{ hasServer: false }, "NOT_SET_UP"],
  [{}, "UNTRIED"],
  [{ lastSuccess: ago(5) }, "WORKING"],
  [{ lastSuccess: ago(5), hasGivenUp: true }, "ATTENTION"],
  [{ retriedSince: ago(1) }, "FAILING"],
  [{ lastSuccess: ago(5), retriedSince: ago(1) }, "FAILING"],
  [{ lastSuccess: ago(1), retriedSince: ago(5) }, "ATTENTION"],
])("mail with %o is %s", (facts, state) => {
  expect(mailState({ ...mail, ...facts })).toBe(state);
});

it.each([
  [{ count: 0 }, "NOT_SET_UP"],
  [{}, "UNTRIED"],
  [{ lastSuccess: ago(1) }, "WORKING"],
  [{ lastSuccess: ago(1), disabled: 1 }, "ATTENTION"],
  [{ lastSuccess: ago(1), disabled: 1, failing: 1 }, "FAILING"],
])("webhooks with %o are %s", (facts, state) => {
  expect(webhookState({ count: 2, disabled: 0, failing: 0, lastSuccess: null, ...facts })).toBe(state);
});
