import { expect, test } from "vitest";
import { StartupError } from "../startup-error.ts";
import { refuseOldServer } from "./server-version.ts";

test.each([
  [150_018, "15.18 (Debian 15.18-0+deb12u1)"],
  [140_002, "14.2"],
  [90_624, "9.6.24"],
])("PostgreSQL %i is refused with its version and the least one", (number, name) => {
  const start = () => refuseOldServer(number, name);
  expect(start).toThrow(StartupError);
  expect(start).toThrow(`is PostgreSQL ${name}, and Usher needs 16 or newer. Nothing was changed`);
});

test.each([160_000, 160_014, 170_010, 180_004])("PostgreSQL %i is taken", (number) => {
  expect(() => refuseOldServer(number, "")).not.toThrow();
});
