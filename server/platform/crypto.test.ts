import { describe, expect, it } from "vitest";
import { createVault } from "./crypto.ts";

describe("the vault", () => {
  const vault = createVault("a secret of at least thirty-two characters");

  it("opens what it sealed, and seals the same value differently each time", () => {
    const sealed = vault.seal("sk_live_x", "row 1");
    expect(vault.open(sealed, "row 1")).toBe("sk_live_x");
    expect(vault.seal("sk_live_x", "row 1")).not.toBe(sealed);
  });

  it("does not open under another context, another secret, or when a bit was changed", () => {
    const sealed = vault.seal("sk_live_x", "row 1");
    expect(() => vault.open(sealed, "row 2")).toThrow();
    expect(() => createVault("another secret of thirty-two characters").open(sealed, "row 1")).toThrow();
    expect(() => vault.open(`${sealed.slice(0, -2)}AA`, "row 1")).toThrow();
  });
});
