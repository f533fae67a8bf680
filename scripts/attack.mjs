// npm run test:attack: the long form of the attacks in server/attack. ATTACK_REQUESTS (10,000) says how many requests are made
// up, ATTACK_SEED which ones: the seed of a run is printed, and brings the same ones again.
import { join } from "node:path";
import { exec } from "./bootstrap/exec.mjs";
import { prepare, ROOT } from "./prepare.mjs";

const node = await prepare({ pages: false, includeDev: true });
const seed = process.env.ATTACK_SEED ?? String(Date.now() % 2 ** 31);
const requests = process.env.ATTACK_REQUESTS ?? "10000";
process.stderr.write(`ATTACK_SEED=${seed} ATTACK_REQUESTS=${requests}\n`);
exec(
  node,
  [join(ROOT, "node_modules", "vitest", "vitest.mjs"), "run", "server/attack", ...process.argv.slice(2)],
  {
    cwd: ROOT,
    env: { NODE_ENV: "test", ATTACK_SEED: seed, ATTACK_REQUESTS: requests },
  },
);
