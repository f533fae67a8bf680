import { expect, it } from "vitest";
import { dispositionOf, isNamedFile } from "./named-file.ts";

async function* nothing(): AsyncGenerator<Uint8Array> {}

it("names a file by plain letters, so that a tenant's prefix cannot write a header of its own", () => {
  const named = (name: string) => dispositionOf({ name, ending: "pdf", body: nothing() });
  expect(named("INV-00042")).toBe('inline; filename="INV-00042.pdf"');
  expect(named('R/2026 "é"\r\nset-cookie: a')).toBe('inline; filename="R-2026-set-cookie-a.pdf"');
});

it("knows a file with a name from one without", () => {
  expect(isNamedFile({ name: "a", ending: "pdf", body: nothing() })).toBe(true);
  expect(isNamedFile(nothing())).toBe(false);
});
