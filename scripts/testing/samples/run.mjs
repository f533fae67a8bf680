// node scripts/testing/samples/run.mjs <minutes> vitest|browser [sample …]    runs samples as `npm test` runs tests
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { playwrightRun, vitestRun } from "../kinds.mjs";
import { Session } from "../session.mjs";

const [minutes, kind, ...samples] = process.argv.slice(2);
const folder = relative(process.cwd(), dirname(fileURLToPath(import.meta.url)));
const run = {
  vitest: () =>
    vitestRun({
      title: "Samples",
      args: [`--config=${join(folder, "vitest.config.ts")}`, "--root=."],
      files: samples.map((name) => join(folder, `${name}.sample.ts`)),
    }),
  browser: () =>
    playwrightRun({ title: "Samples", args: [`--config=${join(folder, "playwright.config.ts")}`] }),
}[kind]();
const session = new Session({ minutes: Number(minutes) });
session.use({ node: process.execPath });
await session.test(run, { isShown: true });
await session.end({});
