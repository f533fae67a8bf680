import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";

interface Test {
  file: string;
  name: string;
  tags: string[];
}

const load = (file: string) => import(pathToFileURL(join(import.meta.dirname, file)).href);
const {
  STRICT,
  strictSubject,
}: {
  STRICT: { about: string; files: RegExp[] }[];
  strictSubject: (test: Test) => string | null;
} = await load("strict.mjs");
const { filesUnder }: { filesUnder: (folders: string[], ending: string) => string[] } =
  await load("kinds.mjs");

const FOLDERS = ["server", "app", "packages", "examples", "scripts", "long", "faults", "e2e"];
const FILES = [...filesUnder(FOLDERS, ".test.ts"), ...filesUnder(FOLDERS, ".spec.ts")];

const ofFile = (file: string) => strictSubject({ file, name: "shows a page", tags: [] });

/** What must never run again, by words of a file's path: apart from the table, so that a gap in it is seen. */
const NEVER_AGAIN = [
  /^server\/domain\/billing\//,
  /^server\/attack\//,
  /^long\/money\//,
  /^faults\//,
  /^server\/providers\//,
  /^packages\/stripe-sandbox\//,
  /foreign|every-mutation|every-post|\/roles|entry-gate/,
  /money|charge|invoice|debt|revenue|refund|dunning|balance/,
  /\brace|-race|concurren|at-least-once|overload|busy|under-load|\bhot-/,
  /attack|inject|fuzz|secrets|row-level|tokens/,
];

describe("what is never run again", () => {
  it.for(NEVER_AGAIN)("holds every test file whose path matches %s", (pattern) => {
    const matching = FILES.filter((file) => pattern.test(file));
    expect(matching).not.toEqual([]);
    expect(matching.filter((file) => ofFile(file) === null)).toEqual([]);
  });

  it("has no pattern without a file", () => {
    const patterns = STRICT.flatMap(({ files }) => files);
    expect(patterns.filter((pattern) => !FILES.some((file) => pattern.test(file)))).toEqual([]);
  });

  it("holds a new file in a folder of its own", () => {
    expect(ofFile("server/domain/billing/new-area/new.test.ts")).toBe("money");
    expect(ofFile("faults/new.test.ts")).toBe("concurrency");
    expect(ofFile("server/attack/new.long.test.ts")).toBe("attack");
  });

  it("holds a single test by its tag, as Vitest and as Playwright write it, or by its name", () => {
    const file = "e2e/settings.spec.ts";
    expect(strictSubject({ file, name: "shows a page", tags: ["strict"] })).toBe("tagged");
    expect(strictSubject({ file, name: "shows a page", tags: ["@strict"] })).toBe("tagged");
    expect(strictSubject({ file, name: "two members who save at once", tags: [] })).toBe("concurrency");
    expect(strictSubject({ file, name: "shows nothing of another tenant", tags: [] })).toBe("isolation");
  });

  it("leaves pages, their parts and documents", () => {
    for (const file of ["e2e/sign-in.spec.ts", "app/_lib/reason.test.ts", "server/errors/docs.test.ts"])
      expect(ofFile(file)).toBeNull();
  });
});
