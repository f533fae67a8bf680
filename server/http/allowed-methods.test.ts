import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openWorld, type World } from "../testing/world.ts";
import { restProcedures } from "../trpc/rest-procedures.ts";
import { appRouter } from "../trpc/root.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld({ environment: { USHER_RATE_LIMIT: "100000" } });
});
afterAll(() => world.close());

const operations = restProcedures(appRouter).map(({ meta }) => meta.openapi);

/** An address under each path. */
const addresses = new Set(operations.map(({ path }) => path.replace(/\{\w+\}/g, "x")));

/** The methods that the operations of an address state: a parameter may stand for a word that another path has there. */
function statedAt(address: string): string[] {
  const here = operations.filter(({ path }) =>
    new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`).test(address),
  );
  return here.map(({ method }) => method);
}

describe("Allow", () => {
  it.each([...addresses])("at %s names what is answered, on 405 and by OPTIONS alike", async (address) => {
    const stated = statedAt(address);
    const expected = new Set([...stated, ...(stated.includes("GET") ? ["HEAD"] : []), "OPTIONS"]);
    const options = await ask("OPTIONS", address);
    expect([options.status, new Set(options.allow?.split(", "))]).toEqual([204, expected]);
    for (const method of ["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "TRACE", "PROPFIND"]) {
      const { status, allow } = await ask(method, address);
      if (expected.has(method)) expect([method, status, allow]).not.toContain(405);
      else expect([method, status, allow]).toEqual([method, 405, options.allow]);
    }
  });
});

/** Sends a request that carries nothing; fetch() forbids some methods. */
function ask(method: string, path: string): Promise<{ status: number; allow: string | undefined }> {
  return new Promise((resolve, reject) => {
    request(`${world.baseUrl}${path}`, { method }, (answer) => {
      answer
        .resume()
        .on("end", () => resolve({ status: answer.statusCode ?? 0, allow: answer.headers.allow }));
    })
      .on("error", reject)
      .end();
  });
}
