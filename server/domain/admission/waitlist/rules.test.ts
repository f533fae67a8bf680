import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ENTRY_TRANSITIONS, mayEntryBecome, metadataFault, type WaitlistStatus } from "./rules.ts";

const STATUSES = Object.keys(ENTRY_TRANSITIONS) as WaitlistStatus[];

describe("status table", () => {
  it.each([
    ["PENDING", "INVITED", true],
    ["PENDING", "REJECTED", true],
    ["INVITED", "REGISTERED", true],
    ["INVITED", "REJECTED", true],
    ["INVITED", "PENDING", true],
    ["REJECTED", "PENDING", true],
    ["REJECTED", "INVITED", false],
    ["REGISTERED", "PENDING", false],
  ] as const)("%s → %s: %s", (from, to, expected) => {
    expect(mayEntryBecome(from, to)).toBe(expected);
  });

  it("a registered entry stays registered in any sequence", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...STATUSES)), (wishes) => {
        const walk: WaitlistStatus[] = ["PENDING"];
        for (const wish of wishes) if (mayEntryBecome(walk.at(-1) ?? "PENDING", wish)) walk.push(wish);
        const registered = walk.indexOf("REGISTERED");
        expect(registered === -1 || registered === walk.length - 1).toBe(true);
      }),
    );
  });
});

describe("metadata", () => {
  it("takes any JSON within the bounds, whatever its keys are called", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: "grapheme-ascii" }), fc.integer(), { maxKeys: 50 }),
        (metadata) => {
          expect(metadataFault(metadata)).toBe(null);
        },
      ),
    );
    expect(metadataFault(JSON.parse('{"__proto__":{"a":1},"constructor":2}'))).toBe(null);
  });

  it("finds what is too much or cannot be kept", () => {
    const keys = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, index]));
    expect(metadataFault(keys)).toBe("keys");
    expect(metadataFault({ text: "x".repeat(16_384) })).toBe("size");
    expect(metadataFault(JSON.parse(`${'{"a":'.repeat(11)}1${"}".repeat(11)}`))).toBe("depth");
    expect(metadataFault({ text: "a\u0000b" })).toBe("characters");
    expect(metadataFault({ text: "\ud800" })).toBe("characters");
    expect(metadataFault({ text: "\\u0000 written out, and 😀" })).toBe(null);
  });
});
