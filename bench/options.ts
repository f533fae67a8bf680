import { parseArgs } from "node:util";

/** What `npm run bench` was asked for. */
const { values } = parseArgs({
  options: {
    /** Parts by name, and parts of the names of cases; everything when left out. */
    only: { type: "string", default: "" },
    /** Of each round, and how many rounds each side has; 21 with very many customers. */
    seconds: { type: "string", default: "2" },
    rounds: { type: "string" },
    /** 1,000, and a million for very many. */
    customers: { type: "string" },
    /** Starts that are measured, of a clone that has run before and of fresh ones. */
    starts: { type: "string", default: "5" },
    cold: { type: "string", default: "2" },
    "no-next": { type: "boolean", default: false },
    /** Writes a CPU profile of our server to the present folder. */
    profile: { type: "boolean", default: false },
    /** Another file than bench/results.json. */
    results: { type: "string" },
  },
});

export const options = {
  words: values.only.split(",").filter((word) => word !== ""),
  seconds: Number(values.seconds),
  rounds: Number(values.rounds ?? 5),
  customers: Number(values.customers ?? 1_000),
  /** For the part with very many customers. */
  many: { rounds: Number(values.rounds ?? 21), customers: Number(values.customers ?? 1_000_000) },
  starts: Number(values.starts),
  cold: Number(values.cold),
  hasNext: !values["no-next"],
  isProfiled: values.profile,
  results: values.results,
};
