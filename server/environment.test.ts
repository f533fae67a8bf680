import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";

const MODULE = JSON.stringify(new URL("./environment.ts", import.meta.url).href);

it.each([
  [undefined, "production"],
  // As Compose passes a variable on that nobody has set.
  ["", "production"],
  ["test", "test"],
])("with NODE_ENV %j it is %s", (given, expected) => {
  const script = `await import(${MODULE}); process.stdout.write(process.env.NODE_ENV)`;
  const env = { PATH: process.env.PATH, ...(given !== undefined && { NODE_ENV: given }) };
  const printed = execFileSync(process.execPath, ["--input-type=module", "-e", script], {
    env: env as NodeJS.ProcessEnv,
  });
  expect(String(printed)).toBe(expected);
});
