import { createServer } from "node:http";

/** A tenant's own website, on an origin of its own. */
export interface TenantSite {
  origin: string;
  /** Answers the address of a page with that body. */
  page(body: string): string;
  close(): Promise<void>;
}

/** Starts one; each has one page at a time. */
export async function openTenantSite(): Promise<TenantSite> {
  let body = "";
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.end(`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A tenant's own page</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"></head><body>${body}</body></html>`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    page(next) {
      body = next;
      return `${origin}/`;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
