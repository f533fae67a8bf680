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
      ...["Dr. A. B. Smith", "St. John", "Mary Ann.", "W. M. A. B. C. Fernando", "Dr. de la Cruz", "J. App"],
      ...["A B C", "Ann & B & C", "Gal·la Puig", "ジョン・スミス", "R. O'C. O. Neill", "Jo-Ann M. C."],
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

  it.each([
    ...[
      "e v i l . c o m",
      "e v i l. c o m",
      "evil . c o m",
      "evil. c o m",
      "e v i l.com",
      "e  v  i  l  .  c  o  m",
    ],
    ...[
      "evil. com",
      "evil. COM now",
      "evil. de",
      "evil • com",
      "evil·com",
      "e-v-i-l . c-o-m",
      "e*v*i*l . c*o*m",
    ],
    ...[
      "e.v.i.l.c.o.m",
      "e. v. i. l. c. o. m",
      "E. V. I. L. C. O. M.",
      "e v i l d o t c o m",
      "evil d o t com",
    ],
    ...["w w w evil", "h t t p evil", "evil _dot_ com", "evil punkt com", "ann (at) evil"],
  ])("%s, which is written apart, is not", (name) => expect(greetingName(name)).toBeNull());

  it("no domain is greeted however blanks are put into it, and no name for its initials", () => {
    const word = fc.stringMatching(/^[a-z]{2,12}$/);
    const ending = fc.constantFrom("com", "net", "org", "info", "shop", "xyz");
    const gap = fc.constantFrom("", " ", "  ", "-", "\u00a0");
    const apart = (text: string, by: string) => [...text].join(by);
    fc.assert(
      fc.property(word, ending, fc.tuple(gap, gap, gap, gap), (name, end, [one, two, three, four]) => {
        const domain = `${apart(name, one)}${two}.${three}${apart(end, four)}`;
        expect(greetingName(domain), domain).toBeNull();
        expect(greetingName(`see ${domain}`), domain).toBeNull();
      }),
    );
    const initial = fc.stringMatching(/^[A-Z]$/);
    const surname = fc.constantFrom("Tolkien", "Smith", "O'Brien", "Łukasz-Nowak", "de la Cruz");
    fc.assert(
      fc.property(fc.array(initial, { minLength: 1, maxLength: 3 }), surname, (initials, last) => {
        const name = `${initials.map((letter) => `${letter}.`).join(" ")} ${last}`;
        expect(greetingName(name)).toBe(name);
      }),
    );
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
