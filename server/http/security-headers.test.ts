import { expect, it } from "vitest";
import { headersOfData, headersOfPages } from "./security-headers.ts";

it("sends HSTS when our base URL is https, and only then", () => {
  for (const headersOf of [headersOfData, headersOfPages]) {
    expect(headersOf("https://usher.example")["strict-transport-security"]).toBe(
      "max-age=31536000; includeSubDomains",
    );
    expect(headersOf("http://localhost:3000")).not.toHaveProperty("strict-transport-security");
  }
});
