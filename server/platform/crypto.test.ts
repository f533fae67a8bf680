import { describe, expect, it } from "vitest";
import { createVault } from "./crypto.ts";

describe("the vault", () => {
  const vault = createVault("a secret of at least thirty-two characters");

  it("opens what it sealed, and seals the same value differently each time", () => {
    const sealed = vault.encrypt("sk_live_x", "row 1");
    expect(vault.decrypt(sealed, "row 1")).toBe("sk_live_x");
    expect(vault.encrypt("sk_live_x", "row 1")).not.toBe(sealed);
  });

  it("does not open under another context, another secret, or when a bit was changed", () => {
    const sealed = vault.encrypt("sk_live_x", "row 1");
    expect(() => vault.decrypt(sealed, "row 2")).toThrow();
    expect(() => createVault("another secret of thirty-two characters").decrypt(sealed, "row 1")).toThrow();
    expect(() => vault.decrypt(`${sealed.slice(0, -2)}AA`, "row 1")).toThrow();
  });

  it("opens what was sealed before keys had names, and what a previous secret sealed; it seals with the present one", () => {
    const next = createVault("another secret of thirty-two characters", [
      "a secret of at least thirty-two characters",
    ]);
    const old = vault.encrypt("sk_live_x", "row 1");
    expect(next.decrypt(old, "row 1")).toBe("sk_live_x");
    const [, , ...parts] = old.split(".");
    expect(next.decrypt(["v1", ...parts].join("."), "row 1")).toBe("sk_live_x");
    expect(next.encrypt("x", "row 1").startsWith(next.prefix)).toBe(true);
    expect(next.prefix).not.toBe(vault.prefix);
    expect(() => vault.decrypt(next.encrypt("x", "row 1"), "row 1")).toThrow("does not have");
  });

  it("digests a value under each secret, the present one first, and differently in each context", () => {
    const [digest] = vault.digests("a password", "row 1");
    const next = createVault("another secret of thirty-two characters", [
      "a secret of at least thirty-two characters",
    ]);
    expect(vault.digests("a password", "row 1")).toEqual([digest]);
    expect(vault.digests("a password", "row 2")).not.toContain(digest);
    expect(next.digests("a password", "row 1").indexOf(digest ?? "")).toBe(1);
  });

  it("does not open another spelling of what it sealed", () => {
    const [version, id, nonce, tag = "", body] = vault.encrypt("sk_live_x", "row 1").split(".");
    // Six bits a character: the last one of sixteen bytes has four that are of no byte.
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const other = alphabet[alphabet.indexOf(tag.at(-1) ?? "") + 1];
    for (const spelling of [tag.slice(0, -1) + other, `${tag}=`, `${tag.slice(0, 4)} ${tag.slice(4)}`])
      expect(() => vault.decrypt([version, id, nonce, spelling, body].join("."), "row 1")).toThrow(
        "Not a sealed",
      );
  });

  it("refuses a truncated authentication tag, which would be quickly guessed", () => {
    const [version, id, nonce, tag = "", body] = vault.encrypt("sk_live_x", "row 1").split(".");
    const short = Buffer.from(tag, "base64url").subarray(0, 4).toString("base64url");
    expect(() => vault.decrypt([version, id, nonce, short, body].join("."), "row 1")).toThrow("Not a sealed");
    expect(() => vault.decrypt([version, id, nonce, "", body].join("."), "row 1")).toThrow("Not a sealed");
  });
});
