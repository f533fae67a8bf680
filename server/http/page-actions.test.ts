import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createLog } from "../platform/log.ts";
import { withBody } from "./bounded-body.ts";
import { countUnreadable, noteOwnCode, servePage } from "./page-actions.ts";

// What is printed of a form's action, beside e2e/attack.spec.ts, which sends them to the pages themselves. `serve` prints and answers as Next
// does (its base-server.js: logError, then 500).

const FAULT = new Error("Connection closed.\nsecond line");

let server: Server;
let address: string;
let lines: Record<string, unknown>[];
let printed: unknown[][];
let restore: () => void;
let isOurs: boolean;

beforeEach(async () => {
  [lines, printed, isOurs] = [[], [], false];
  // What the process would print is kept here, below what counts.
  const { error } = console;
  Object.assign(console, { error: (...said: unknown[]) => printed.push(said) });
  const undo = countUnreadable(
    createLog("warn", { write: (line: string) => void lines.push(JSON.parse(line)) }),
  );
  restore = () => {
    undo();
    Object.assign(console, { error });
  };
  server = createServer(async (request, response) => {
    await servePage(await withBody(request, 1_000), response, async () => {
      if (isOurs) noteOwnCode();
      await new Promise(setImmediate);
      const { error } = console;
      error("⨯", FAULT);
      response.writeHead(500).end("Internal Server Error");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/p/northwind/register`;
});

afterEach(() => {
  restore();
  server.close();
});

const send = async (headers: Record<string, string>) => {
  const answer = await fetch(address, { method: "POST", body: "nonsense", headers });
  return answer.status;
};

it("actions that cannot be read are one line of the log without a stack, however many there are", async () => {
  for (let n = 0; n < 5; n++) expect(await send({ "next-action": "a0" })).toBe(400);
  expect(printed).toEqual([]);
  expect(lines).toMatchObject([
    {
      level: "warn",
      msg: "a form or an action of a page could not be read",
      reason: "⨯ Connection closed.",
    },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/stack|at .*:\d+:\d+/);
});

it("what our own code prints, and what is printed of other requests, is printed as ever", async () => {
  expect(await send({})).toBe(500);
  isOurs = true;
  expect(await send({ "next-action": "a0" })).toBe(500);
  expect(printed).toEqual([
    ["⨯", FAULT],
    ["⨯", FAULT],
  ]);
  expect(lines).toEqual([]);
});
