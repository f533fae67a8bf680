import { expect, it } from "vitest";
import { WORK_KINDS } from "../background.ts";
import { NO_SHARES, sharesOf } from "./shares.ts";

it("shares out a pool of any size so that each kind of work has a connection, and none more than there are", () => {
  for (const role of ["all", "worker"] as const)
    for (let size = 4; size <= 500; size++) {
      const shares = sharesOf(role, size);
      expect(Math.min(...WORK_KINDS.map((kind) => shares[kind]))).toBeGreaterThanOrEqual(1);
      expect(WORK_KINDS.reduce((sum, kind) => sum + shares[kind], 0)).toBeLessThanOrEqual(size);
    }
  expect(sharesOf("all", 20)).toEqual({ request: 10, job: 3, delivery: 2 });
  expect(sharesOf("web", 20)).toEqual(NO_SHARES);
  expect(sharesOf("all", 3)).toEqual(NO_SHARES);
});
