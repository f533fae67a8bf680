import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { StartupError } from "../platform/startup-error.ts";

const HEAD_WITHIN_MS = 15_000;
const REQUEST_WITHIN_MS = 60_000;
const IDLE_MS = 65_000;
/** Past so many a connection is closed at once, rather than left to wait for nothing. */
const MOST_CONNECTIONS = 10_000;

/** Begins to listen and answers the port. Throws StartupError when it is taken or may not be used. */
export async function listen(server: Server, host: string, port: number): Promise<number> {
  server.headersTimeout = HEAD_WITHIN_MS;
  server.requestTimeout = REQUEST_WITHIN_MS;
  server.keepAliveTimeout = IDLE_MS;
  server.maxConnections = MOST_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  }).catch((cause: unknown) => {
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    if (code === "EADDRINUSE")
      throw new StartupError(`Port ${port} is taken. Stop what uses it, or set PORT to another.`, { cause });
    if (code === "EACCES")
      throw new StartupError(`Port ${port} may not be used by this user. Set PORT to one above 1023.`, {
        cause,
      });
    if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
      throw new StartupError(`This machine has no address ${host}. Set HOST to one it has.`, { cause });
    throw cause;
  });
  // A listening TCP server's address is an AddressInfo.
  return (server.address() as AddressInfo).port;
}

/** Takes no new connection, lets what is under way finish, closes idle connections. */
export async function stopListening(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  await closed;
}
