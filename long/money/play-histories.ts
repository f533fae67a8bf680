// Plays random histories of customers against a service and the model of billing, and prints what differs.
// node long/money/play-histories.ts --histories=500 --seed=1            against a service that it starts
//   --without=second,free   leaves out kinds of steps         --shrunk=5   for how many differences a shorter history is searched
//   --processes=1           how many processes share the histories; 2 where left out
//   --base-url=… --application=app_… --app-id=… --client-secret=…   against a service that runs: an application of a TEST tenant
//                                                                   with the scope billing:admin
import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { kindsWithout, report, run } from "./histories/run.ts";
import { Service } from "./histories/service.ts";

const { values } = parseArgs({
  options: {
    histories: { type: "string", default: "100" },
    seed: { type: "string", default: String(Date.now() % 2 ** 31) },
    without: { type: "string", default: "" },
    shrunk: { type: "string", default: "5" },
    processes: { type: "string", default: "2" },
    "base-url": { type: "string" },
    application: { type: "string" },
    "app-id": { type: "string" },
    "client-secret": { type: "string" },
  },
});
const kinds = kindsWithout(values.without.split(",").filter(Boolean));
process.exitCode = values["base-url"] ? await playThere(values["base-url"]) : await playHere();

async function playThere(baseUrl: string): Promise<number> {
  const { application: id = "", "app-id": appId = "", "client-secret": clientSecret = "" } = values;
  const service = new Service({ baseUrl, application: { id, appId, clientSecret } });
  const options = { histories: Number(values.histories), seed: Number(values.seed) };
  const outcome = await run(service, { ...options, kinds, shrunk: Number(values.shrunk) });
  process.stdout.write(`${report(options.seed, outcome).join("\n")}\n`);
  return outcome.mismatches === 0 ? 0 : 1;
}

/** Runs the test: the service of the tests starts fastest. */
async function playHere(): Promise<number> {
  const root = dirname(dirname(import.meta.dirname));
  const prepare = `(await import("./scripts/prepare.mjs")).prepare({ pages: false, includeDev: true })`;
  await runIn(root, process.execPath, ["--input-type=module", "--eval", prepare]);
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const args = ["run", "--config", "long/vitest.config.ts", "--reporter=dot", "long/money/random.test.ts"];
  return runIn(root, process.execPath, [vitest, ...args]);
}

function runIn(cwd: string, command: string, args: string[]): Promise<number> {
  const env = {
    ...process.env,
    USHER_MONEY_HISTORIES: values.histories,
    USHER_MONEY_SEED: values.seed,
    USHER_MONEY_WITHOUT: values.without,
    USHER_MONEY_SHRUNK: values.shrunk,
    USHER_MONEY_PROCESSES: values.processes,
  };
  const child = spawn(command, args, { cwd, stdio: "inherit", env });
  return new Promise((resolve) => child.once("exit", (code) => resolve(code ?? 1)));
}
