// npm run restore -- <file> [--replace|--check]: prepares what is missing, then puts a backup into the database.
import { join, resolve } from "node:path";
import { exec } from "./bootstrap/exec.mjs";
import { prepare, ROOT } from "./prepare.mjs";

// The folder that npm was called in, not the one that it runs us in.
const from = process.env.INIT_CWD ?? process.cwd();
const args = process.argv.slice(2).map((arg) => (arg.startsWith("--") ? arg : resolve(from, arg)));
const node = await prepare({ pages: false });
exec(node, [join(ROOT, "server", "backup", "main.ts"), "restore", ...args], { cwd: ROOT, env: {} });
