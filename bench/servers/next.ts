import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import next from "next";

// What people write: route handlers that verify a token, check the input and ask Prisma, one thing after the other.

const app = next({ dev: false, dir: join(import.meta.dirname, "..", "next") });
await app.prepare();
const handle = app.getRequestHandler();
const server = createServer((request, response) => void handle(request, response));
server.listen(0, "127.0.0.1", () => {
  // A listening TCP server's address is an AddressInfo.
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});

// The measuring process has ended.
process.on("disconnect", () => process.exit(0));
