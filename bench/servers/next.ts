import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import next from "next";
import { listen } from "../../server/http/listen.ts";
import { ready } from "./ready.ts";

// What people write, built for production: route handlers that verify a token, check the input and ask Prisma, one thing after
// the other.

const dir = join(import.meta.dirname, "..", "next");
const program = createRequire(import.meta.url).resolve("next/dist/bin/next");
execFileSync(process.execPath, [program, "build"], {
  cwd: dir,
  env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1" },
  stdio: "ignore",
});
const app = next({ dev: false, dir });
await app.prepare();
const handle = app.getRequestHandler();
const server = createServer((request, response) => void handle(request, response));
ready(`http://127.0.0.1:${await listen(server, "127.0.0.1", 0)}`);
