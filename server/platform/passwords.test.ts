import { describe, expect, it } from "vitest";
import { isEasyPassword } from "./passwords.ts";

describe("a password is easy to guess", () => {
  it.each([
    { password: "password", why: "a common one" },
    { password: "aaaabbbb", why: "too few different characters" },
    { password: "margaret-7Q", email: "margaret@acme.example", why: "the address's name in it" },
    { password: "kim@example", why: "a part of the address" },
    { password: "kim@example.com", why: "the address itself" },
    { password: "example.KIM1", why: "the address's parts in another order" },
  ])("$password: $why", ({ password, email = "kim@example.com" }) => {
    expect(isEasyPassword(password, email)).toBe(true);
  });

  it.each(["sixteen tons and what", "kimono-sash 41", "example 7Q.rz1x"])("not: %s", (password) => {
    expect(isEasyPassword(password, "kim@example.com")).toBe(false);
  });
});
