// npm run test:faults: the tests in faults/, 200 rounds of each; they are no part of `npm test`.
// npm run test:faults -- --short                 each a few times, as `npm run test:long` does; three minutes
// npm run test:faults -- --rounds=200 killed     so many rounds; only the files whose names hold a word
// npm run test:faults -- --subscriptions=100 killed   killed until so many subscriptions were started and changed
import { parseArgs } from "node:util";
import { prepareToTest } from "./prepare.mjs";
import { faultsRun, longUnits, SHORT_ROUNDS } from "./testing/long-suite.mjs";
import { Session } from "./testing/session.mjs";

const { values, positionals: words } = parseArgs({
  options: {
    rounds: { type: "string", default: "200" },
    subscriptions: { type: "string", default: "0" },
    short: { type: "boolean", default: false },
  },
  allowPositionals: true,
});
const isWanted = (file) => words.length === 0 || words.some((word) => file.includes(word));
const files = longUnits()
  .filter(({ part, file }) => part === "faults" && isWanted(file))
  .map(({ file }) => file);
const session = new Session({});
const prepared = await session.part("Packages and database client", () => prepareToTest({ pages: false }));
if (prepared !== null) {
  session.use(prepared);
  const rounds = values.short ? SHORT_ROUNDS : values.rounds;
  const { subscriptions } = values;
  await session.test(faultsRun({ name: "faults", title: "Faults", files, rounds, subscriptions }), {
    isShown: true,
  });
}
await session.end({ notRun: ["npm test", "npm run test:long"] });
