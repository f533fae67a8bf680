import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export interface Delivery {
  payload: string;
  headers: IncomingHttpHeaders;
}

/** A webhook endpoint over HTTP: hands on each delivery and answers with the status that comes back. */
export async function aReceiver(onDelivery: (delivery: Delivery) => Promise<number> | number) {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const payload = Buffer.concat(parts).toString("utf8");
    response.writeHead(await onDelivery({ payload, headers: request.headers })).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A listening TCP server's address is an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/webhook`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
