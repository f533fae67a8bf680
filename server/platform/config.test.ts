import { describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";

describe("the configuration of mail", () => {
  const SMTP_URL = "smtps://user:p%40ss@mail.example:465";

  it("is the embedded mailbox when no variable is set", () => {
    expect(readConfig({}).mail).toBeUndefined();
    expect(readConfig({ SMTP_URL: "", MAIL_FROM: "" }).mail).toBeUndefined();
  });

  it("is a server and an address to send from", () => {
    const from = "no-reply@mail.example";
    expect(readConfig({ SMTP_URL, MAIL_FROM: from }).mail).toEqual({ smtpUrl: SMTP_URL, from });
  });

  it.each([
    [{ SMTP_URL }, /set together/],
    [{ MAIL_FROM: "a@b.example" }, /set together/],
    [{ SMTP_URL: "http://mail.example", MAIL_FROM: "a@b.example" }, /SMTP_URL/],
    [{ SMTP_URL, MAIL_FROM: "Acme <a@b.example>" }, /MAIL_FROM/],
  ])("is refused at start when it cannot be right: %j", (environment, message) => {
    expect(() => readConfig(environment)).toThrow(message);
  });

  it("is refused with a message that does not hold the password", () => {
    expect(() => readConfig({ SMTP_URL: "ftp://user:hunter2@mail.example" })).toThrow(/^(?!.*hunter2)/s);
  });
});

describe("a number in the environment", () => {
  it.each([" ", "0x10", "1e3", "1_000", "+5", "Infinity"])(
    "is written in decimal digits, not as %j",
    (value) => {
      expect(() => readConfig({ USHER_RATE_LIMIT: value })).toThrow(/USHER_RATE_LIMIT \(must be a number/);
    },
  );

  it("is taken as it is", () => {
    expect(readConfig({ USHER_RATE_LIMIT: "1000" }).rateLimits.address).toBe(1000);
  });
});
