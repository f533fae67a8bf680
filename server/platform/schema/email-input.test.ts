import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldCase, foldEmail } from "../fold-email.ts";
import { mailtoLink, showEmail, showEmails } from "../show-email.ts";
import { apiWords } from "./api-words.ts";
import { EmailInput } from "./common.ts";
import { issuesInWords } from "./words-for-issue.ts";

const local = fc.string({
  unit: fc.constantFrom(..."abcXYZ059.!#$%&'*+/=?^_`{|}~-"),
  minLength: 1,
  maxLength: 80,
});
const label = fc.stringMatching(/^[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,20}[a-zA-Z0-9])?$/);
const domain = fc.array(label, { minLength: 1, maxLength: 6 }).map((labels) => labels.join("."));
/** Whatever HTML takes (https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address). */
const address = fc.tuple(local, domain).map((parts) => parts.join("@"));

const stored = (text: string) => EmailInput.parse(text);
const refusal = (text: string) =>
  issuesInWords(EmailInput.safeParse(text, { error: apiWords }).error?.issues ?? [])[0]?.message;

describe("an e-mail address", () => {
  it("is taken wherever a browser takes it, and stays the same when it is folded again", () => {
    fc.assert(
      fc.property(address, (text) => {
        const kept = stored(`  ${text}\t`);
        expect(kept).toBe(foldCase(text));
        expect([stored(kept), stored(showEmail(kept))]).toEqual([kept, kept]);
      }),
    );
  });

  it.each([
    ["info@xn--e1afmkfd.xn--p1ai", "info@xn--e1afmkfd.xn--p1ai", "info@пример.рф"],
    ["info@ПРИМЕР.рф", "info@xn--e1afmkfd.xn--p1ai", "info@пример.рф"],
    ["a@例え。jp", "a@xn--r8jz45g.jp", "a@例え.jp"],
    ["a@Bücher.example", "a@xn--bcher-kva.example", "a@bücher.example"],
    ["R&D@example.com", "r&d@example.com", "r&d@example.com"],
    ["x=y@example.com", "x=y@example.com", "x=y@example.com"],
    ["a/b@example.com", "a/b@example.com", "a/b@example.com"],
    ["o'@example.com", "o'@example.com", "o'@example.com"],
    ["ann@localhost", "ann@localhost", "ann@localhost"],
    // No Punycode, and a label that stands for plain ASCII: what leads elsewhere is not shown.
    ["a@xn--zz.com", "a@xn--zz.com", "a@xn--zz.com"],
    ["a@xn--example-.com", null, null],
  ])("%s is kept as %s and shown as %s", (text, kept, shown) => {
    const { data = null } = EmailInput.safeParse(text);
    expect([data, data && showEmail(data)]).toEqual([kept, shown]);
  });

  it.each([
    "ann",
    "a@b@c",
    "a b@c.com",
    "a@при/мер.рф",
    "a@пример.рф:80",
    "a@-b.com",
    "a@\ud800.com",
    "a\r\nBcc: b@c.com",
    '"a b"@c.com',
    "a@[127.0.0.1]",
    "@b.com",
  ])("%j is refused", (text) => {
    expect(refusal(text)).toBe("Write an e-mail address, such as ada@example.com.");
  });

  it("is at most 254 characters long as mail servers count them", () => {
    const ofLength = (length: number) => `${"a".repeat(length - 6)}@b.com`;
    expect(stored(ofLength(254))).toHaveLength(254);
    expect(refusal(ofLength(255))).toBe("Write at most 254 characters.");
    expect(
      refusal(`a@${"я".repeat(60)}.${"я".repeat(60)}.${"я".repeat(60)}.${"я".repeat(60)}`),
    ).toBeDefined();
  });

  it("with other letters before the @ is refused in words, one that looks like a K among them", () => {
    for (const text of ["käte@example.com", "иван@пример.рф", "\u212Aate@example.com"])
      expect(refusal(text)).toMatch(
        /^This must have only Latin letters, digits and the signs .* before the @\.$/,
      );
    expect(foldEmail("\u212Aate@example.com")).not.toBe("kate@example.com");
  });

  it("is a link to write to, whatever its signs mean in a link", () => {
    expect(mailtoLink("r&d?x=1%@example.com")).toBe("mailto:r%26d%3Fx%3D1%25@example.com");
  });
});

it.each([
  ["ann@xn--e1afmkfd.xn--p1ai was invited.", "ann@пример.рф was invited."],
  ["“bob@a.xn--p1ai”, ann@xn--e1afmkfd.xn--p1ai.", "“bob@a.рф”, ann@пример.рф."],
  ["xn--e1afmkfd and ann@example.com", "xn--e1afmkfd and ann@example.com"],
  ["ann@xn--a-ecp.ru-xn--", "ann@xn--a-ecp.ru-xn--"],
])("%s is shown as %s", (text, shown) => expect(showEmails(text)).toBe(shown));
