import { expect, it } from "vitest";
import { contentSecurityPolicy } from "./content-security-policy.ts";

it.each(["https://a.example;sandbox", "https://a.example,b", "https://a.example frame-src"])(
  "an address that would begin another directive or policy is left out: %s",
  (image) => {
    const none = { scripts: [], connections: [], frames: [], forms: [], ancestors: [] };
    const own = { scripts: ["'self'"], styles: ["'self'"] };
    const images = [image, "https://logo.example"];
    expect(contentSecurityPolicy(own, { ...none, images })).toBe(
      contentSecurityPolicy(own, { ...none, images: ["https://logo.example"] }),
    );
  },
);
