import { expect, it } from "vitest";
import { mailboxOf } from "./mailbox-of.ts";

it.each([
  ["Ada.Lovelace+trial2@Gmail.com", "adalovelace@gmail.com"],
  ["ada@googlemail.com", "ada@gmail.com"],
  ["ada+two@example.com", "ada@example.com"],
  ["a.da@example.com", "a.da@example.com"],
  ["ada+x@пример.рф", "ada@xn--e1afmkfd.xn--p1ai"],
  ["+one@example.com", "+one@example.com"],
])("%s is the mailbox %s", (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
