import { expect, it } from "vitest";
import { ManualClock } from "./clock.ts";
import { createWorkHealth } from "./work-health.ts";

it("names what has not succeeded within its bound, since its last success or since it is watched", () => {
  const clock = new ManualClock(new Date("2026-11-21T08:00:00Z"));
  const work = createWorkHealth(clock);
  work.succeeded("unwatched");
  work.watch("recover", 60);
  work.watch("tidy", 600);
  clock.advance(60);
  expect(work.stalled()).toEqual([]);
  clock.advance(1);
  expect(work.stalled()).toEqual([{ name: "recover", seconds: 61 }]);
  work.succeeded("recover");
  expect(work.stalled()).toEqual([]);
  // Another worker's success that was read late takes nothing back.
  clock.advance(50);
  work.succeeded("recover", new Date("2026-11-21T08:00:00Z"));
  expect(work.stalled()).toEqual([]);
  clock.advance(600);
  expect(work.stalled()).toEqual([
    { name: "recover", seconds: 650 },
    { name: "tidy", seconds: 711 },
  ]);
});
