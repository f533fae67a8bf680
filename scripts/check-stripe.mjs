// npm run check-stripe: prepares what is missing, then asks Stripe whether sales will work, for every tenant with an account.
// npm run check-stripe -- <slug>    of one tenant
import { join } from "node:path";
import { exec } from "./bootstrap/exec.mjs";
import { prepare, ROOT } from "./prepare.mjs";

const node = await prepare({ pages: false });
exec(node, [join(ROOT, "server", "check-stripe", "main.ts"), ...process.argv.slice(2)], {
  cwd: ROOT,
  env: {},
});
