// npm run test:stripe: runs the contract that Usher has with Stripe and writes what was answered, without secrets and personal data, to
// stripe-answers.json. It runs against the sandbox; with STRIPE_SECRET_KEY=sk_test_… against Stripe's test mode, in some ten minutes,
// and then takes away what it made. STRIPE_PUBLISHABLE_KEY=pk_test_… of the same account checks the pair of keys, too.
// npm run test:stripe -- --out=<file>    another file for the answers
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { prepare, ROOT } from "./prepare.mjs";

/** The contract's tests. */
const CONTRACT = ["server/providers", "server/providers/stripe"].flatMap((inside) =>
  readdirSync(join(ROOT, inside))
    .filter((file) => file.endsWith(".contract.test.ts"))
    .map((file) => `${inside}/${file}`),
);
const API_VERSION = /API_VERSION = "([^"]+)"/;
/** Stripe answers in half a second, and a test clock advances in some seconds. */
const PATIENT = ["--testTimeout=600000", "--hookTimeout=600000"];

const { values } = parseArgs({ options: { out: { type: "string", default: "stripe-answers.json" } } });
const key = process.env.STRIPE_SECRET_KEY ?? "";
if (key !== "" && !key.startsWith("sk_test_")) {
  say(
    "STRIPE_SECRET_KEY must be a secret key of test mode (sk_test_…): this run makes customers and charges cards.",
  );
  say(
    "With a live or a restricted key nothing is run. Stripe's dashboard has test keys under Developers, API keys.",
  );
  process.exit(2);
}
const isReal = key !== "";
const node = await prepare({ pages: false, includeDev: true });
const folder = mkdtempSync(join(tmpdir(), "usher-stripe-"));
const recording = join(folder, "recording.jsonl");
say(isReal ? "Running against Stripe's test mode, in some ten minutes …" : "Running against the sandbox …");
const code = await run([
  ...[
    join("node_modules", "vitest", "vitest.mjs"),
    "run",
    ...CONTRACT,
    "--maxWorkers=1",
    "--reporter=default",
  ],
  ...(isReal ? PATIENT : []),
]);
if (existsSync(recording)) report();
rmSync(folder, { recursive: true, force: true });
process.exitCode = code;

/** Runs the tests, shown as they go, and answers the exit code. */
function run(args) {
  const env = { ...process.env, NODE_ENV: "test", USHER_STRIPE_RECORDING: recording };
  const child = spawn(node, args, { cwd: ROOT, env, stdio: ["ignore", "inherit", "inherit"] });
  return new Promise((resolve) => child.once("exit", (exit) => resolve(exit ?? 1)));
}

function report() {
  const lines = readFileSync(recording, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const answers = {};
  for (const [name, some] of lines.flatMap((line) => Object.entries(line.answers)))
    answers[name] = [
      ...new Map([...(answers[name] ?? []), ...some].map((one) => [shapeOf(one), one])).values(),
    ];
  const version = API_VERSION.exec(readFileSync(join(ROOT, "server/providers/stripe/callbacks.ts"), "utf8"));
  const source = isReal ? "stripe" : "sandbox";
  const about = { source, api_version: version?.[1], recorded_at: new Date().toISOString() };
  writeFileSync(values.out, textOf(about, answers));
  const methods = new Set(lines.flatMap((line) => line.methods));
  say(
    `\n${methods.size} methods were called; ${Object.keys(answers).length} kinds of answers are in ${values.out}.`,
  );
  if (isReal)
    say(
      "Send that file, and the lines above, with an issue: the sandbox is then held against it. It has no secrets.",
    );
}

/** The file: JSON with an answer a line. */
function textOf(about, answers) {
  const kinds = Object.entries(answers)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, some]) => {
      const lines = some.map((answer) => JSON.stringify(answer));
      return `${JSON.stringify(name)}: [\n${lines.join(",\n")}\n]`;
    });
  return `${JSON.stringify({ ...about, answers: {} }).slice(0, -2)}\n${kinds.join(",\n")}\n}}\n`;
}

/** An answer with the kinds of its values in their place: test files note answers of one shape. */
function shapeOf(answer) {
  return JSON.stringify(answer, (_, value) => (typeof value === "object" && value ? value : typeof value));
}

function say(line) {
  process.stdout.write(`${line}\n`);
}
