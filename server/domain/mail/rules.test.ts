import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { brandColors, contrast } from "../../platform/brand-colors.ts";
import { greetingName, oneLine } from "./plain-text.ts";
import { MAX_ATTEMPTS, waitAfter } from "./rules.ts";

describe("waits between tries", () => {
  it.each([
    [1, 30],
    [2, 60],
    [3, 120],
    [10, 15_360],
    [11, 21_600],
    [20, 21_600],
  ])("after try %i: %i seconds, a quarter more or less", (attempt, seconds) => {
    expect(waitAfter(attempt, 0.5)).toBe(seconds);
    expect(waitAfter(attempt, 0)).toBe(seconds * 0.75);
    expect(waitAfter(attempt, 1)).toBe(seconds * 1.25);
  });

  it("end about three days after the first", () => {
    let total = 0;
    for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt++) total += waitAfter(attempt, 0.5) ?? 0;
    expect(total / 86_400).toBeCloseTo(2.86, 2);
    expect(waitAfter(MAX_ATTEMPTS, 0.5)).toBeNull();
  });
});

describe("colours", () => {
  it.each([
    ["#4f46e5", "#ffffff"],
    ["#0f766e", "#ffffff"],
    ["#fde047", "#000000"],
    ["#ffffff", "#000000"],
    ["#000000", "#ffffff"],
  ])("on %s the text is %s", (background, text) => {
    expect(brandColors(background)).toEqual({ background, text });
  });

  it("text can be read on any colour", () => {
    const channel = fc.integer({ min: 0, max: 0xffffff });
    fc.assert(
      fc.property(channel, (value) => {
        const { background, text } = brandColors(`#${value.toString(16).padStart(6, "0")}`);
        expect(contrast(background, text)).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });

  it("what is no colour never reaches a style", () => {
    expect(brandColors("red;background:url(//evil.example)").background).toBe("#4f46e5");
  });
});

describe("names of strangers", () => {
  it.each([
    ...["Ada Lovelace", "J.R.R. Tolkien", "J. R. R. Tolkien", "O'Brien-Smith", "Łukasz", "李小龍", "Zoë 🎉"],
    ...[
      "Dr. Ann St. John, Jr.",
      "Louis XIV",
      "Ann 2",
      "Dot Cotton",
      "María de los Ángeles García López de la Vega",
    ],
  ])("%s is greeted", (name) => {
    expect(greetingName(name)).toBe(name);
  });

  it.each([
    null,
    "",
    " \n ",
    "WIN at https://evil.example",
    "visit evil.example now",
    "www.evil",
    "WIN http evil",
    "evil．example",
    "evil。example now",
    "ev\u00adil.ex\u200bample",
    "evil [.] example",
    "evil (dot) example",
    "evil dot com",
    "evil .com",
    "evil . com",
    "t me/evil",
    "call +49 30 1234567",
    "call ０１７０ 123",
    "WIN $10",
    "10 € for you",
    "now 50 % off",
    "\u200b\u00ad",
    "a@b",
    "x".repeat(61),
  ])("%s is not", (name) => {
    expect(greetingName(name)).toBeNull();
  });

  it("a line holds no break, no control character and no turn of direction", { tags: ["long"] }, () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(oneLine(text)).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u);
      }),
    );
    expect(oneLine(" Acme\r\nBcc: x\u2028\u202egpj.exe ")).toBe("Acme Bcc: x gpj.exe");
  });
});
