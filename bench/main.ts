import { parseArgs } from "node:util";
import { besideRivals } from "./parts/beside-rivals.ts";
import { memory } from "./parts/memory.ts";
import { pages } from "./parts/pages.ts";
import { startUp } from "./parts/start-up.ts";
import { twoProcesses } from "./parts/two-processes.ts";
import { writeResultsTo } from "./results.ts";

// npm run bench [-- --only=rivals,two,start,memory,pages,<part of a case's name> --seconds=2 --rounds=5 --customers=1000
//   --periods=0 --starts=5 --cold=2 --no-next --profile --results=results.json]
// Measures everything in docs/performance.md except the millions of rows (node bench/scale.ts). Prints tables and writes
// bench/results.json; `node bench/report.ts` puts them into the documentation.

const { values: options } = parseArgs({
  options: {
    seconds: { type: "string", default: "2" },
    rounds: { type: "string", default: "5" },
    customers: { type: "string", default: "1000" },
    /** Ended periods of each customer, each with a counter. */
    periods: { type: "string", default: "0" },
    /** Starts that are measured, of a clone that has run before and of fresh ones. */
    starts: { type: "string", default: "5" },
    cold: { type: "string", default: "2" },
    only: { type: "string", default: "" },
    "no-next": { type: "boolean", default: false },
    /** Writes a CPU profile of our server to the present folder. */
    profile: { type: "boolean", default: false },
    /** Another file than bench/results.json. */
    results: { type: "string" },
  },
});
if (options.results !== undefined) writeResultsTo(options.results);
const load = { seconds: Number(options.seconds), rounds: Number(options.rounds) };
const customers = Number(options.customers);
const parts = {
  rivals: (cases: string[]) =>
    besideRivals({
      ...load,
      customers,
      cases,
      periods: Number(options.periods),
      hasNext: !options["no-next"],
      isProfiled: options.profile,
    }),
  two: () => twoProcesses({ ...load, customers }),
  start: () => startUp({ starts: Number(options.starts), cold: Number(options.cold) }),
  memory: () => memory({ seconds: 5 * load.seconds, customers }),
  pages: () => pages(),
};

const words = options.only.split(",").filter((word) => word !== "");
const cases = words.filter((word) => !Object.hasOwn(parts, word));
for (const [name, measurePart] of Object.entries(parts)) {
  const isWanted = words.length === 0 || words.includes(name) || (name === "rivals" && cases.length > 0);
  if (isWanted) await measurePart(cases);
}
