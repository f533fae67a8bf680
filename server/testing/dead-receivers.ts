import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";

/** Receivers that take no webhook, each in its own way. */
interface DeadReceivers {
  /** By how they are dead. */
  urls: Record<"hangs" | "refuses" | "slow body" | "huge body" | "no TLS" | "no name", string>;
  /** The most connections that were open at the same time. */
  mostOpen(): number;
  close(): Promise<void>;
}

const BYTE_EVERY_MS = 1_000;
const HUGE = Buffer.alloc(256 * 1_024, "x");

/** Starts them on this machine. */
export async function deadReceivers(): Promise<DeadReceivers> {
  const open = new Set<Socket>();
  let most = 0;
  const servers: Server[] = [];
  const start = async (server: Server) => {
    server.on("connection", (socket: Socket) => {
      open.add(socket);
      most = Math.max(most, open.size);
      socket.on("error", () => undefined).on("close", () => open.delete(socket));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    servers.push(server);
    // A listening TCP server's address is an AddressInfo.
    return (server.address() as AddressInfo).port;
  };
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
  return {
    urls: {
      hangs: `http://127.0.0.1:${hangs}/`,
      refuses: `http://127.0.0.1:${refuses}/`,
      "slow body": `http://127.0.0.1:${slow}/`,
      "huge body": `http://127.0.0.1:${huge}/`,
      "no TLS": `https://127.0.0.1:${huge}/`,
      "no name": "http://dead.invalid/",
    },
    mostOpen: () => most,
    async close() {
      for (const socket of open) socket.destroy();
      await Promise.all(
        servers
          .filter((server) => server.listening)
          .map((server) => new Promise((done) => server.close(done))),
      );
    },
  };
}
