import { describe, expect, it } from "vitest";
import { ApiError } from "./api-error.ts";
import { CATALOGUE, type ErrorName } from "./catalogue.ts";

// The directives below are held by the type check: it fails where they are not needed.

describe("the message of an error", () => {
  it("has every placeholder filled, which the type of its details asks for", () => {
    // @ts-expect-error Without details.
    new ApiError("method_not_allowed");
    // @ts-expect-error Without one of two.
    new ApiError("method_not_allowed", { details: { method: "PUT" } });
    const error = new ApiError("method_not_allowed", { details: { method: "PUT", allowed: "GET" } });
    expect(error.message).toBe("This path does not support the method PUT. Use GET.");
  });

  it("has placeholders that the type can read, in every entry of the catalogue", () => {
    for (const name of Object.keys(CATALOGUE) as ErrorName[])
      expect(CATALOGUE[name].message.replaceAll(/\{[a-z_]+\}/g, "")).not.toMatch(/[{}]/);
  });
});
