import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { parentPort } from "node:worker_threads";

// The thread of dead-receivers.ts: tells its ports, then each time that more connections are open than ever before.

export type Told =
  | { ports: { hangs: number; slow: number; huge: number; refuses: number } }
  | { most: number };

const BYTE_EVERY_MS = 1_000;
const HUGE = Buffer.alloc(256 * 1_024, "x");

const tell = (told: Told) => parentPort?.postMessage(told);
const open = new Set<Socket>();
let most = 0;

const hangs = await start(createServer());
const slow = await start(
  createHttpServer((_, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write("x"), BYTE_EVERY_MS);
    response.on("close", () => clearInterval(timer));
  }),
);
const huge = await start(
  createHttpServer((_, response) => {
    response.writeHead(500);
    const more = () => {
      while (!response.destroyed && response.write(HUGE));
    };
    response.on("drain", more).on("error", () => undefined);
    more();
  }),
);
const closed = createServer();
const refuses = await start(closed);
await new Promise((resolve) => closed.close(resolve));
tell({ ports: { hangs, slow, huge, refuses } });

async function start(server: Server): Promise<number> {
  server.on("connection", (socket: Socket) => {
    open.add(socket);
    if (open.size > most) {
      most = open.size;
      tell({ most });
    }
    socket.on("error", () => undefined).on("close", () => open.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A listening TCP server's address is an AddressInfo.
  return (server.address() as AddressInfo).port;
}
