// npm run backup -- [file]: prepares what is missing, then writes everything in the database into one file.
import { join, resolve } from "node:path";
import { exec } from "./bootstrap/exec.mjs";
import { prepare, ROOT } from "./prepare.mjs";

// The folder that npm was called in, not the one that it runs us in.
const from = process.env.INIT_CWD ?? process.cwd();
const moment = new Date().toISOString().slice(0, 16).replace(":", "");
const [file = `usher-${moment}.sql.gz`, ...rest] = process.argv.slice(2);
const node = await prepare({ pages: false });
const path = file === "-" ? file : resolve(from, file);
exec(node, [join(ROOT, "server", "backup", "main.ts"), "backup", path, ...rest], { cwd: ROOT, env: {} });
