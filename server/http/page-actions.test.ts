import { createServer, type Server, type ServerResponse } from "node:http";
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
/** In place of the failure, where a test has another one. */
let answer: ((response: ServerResponse) => void) | undefined;

beforeEach(async () => {
  [lines, printed, isOurs, answer] = [[], [], false, undefined];
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
      if (answer) return answer(response);
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

it.each([
  [400, "Invalid Server Action request."],
  [409, "Server Action unavailable."],
])(
  "an action that Next does not have (%i) is a form that cannot be read, which its own script still recognizes",
  async (status, words) => {
    answer = (response) => {
      response.setHeader("x-nextjs-action-not-found", "1");
      response.setHeader("content-type", "text/plain");
      response.statusCode = status;
      response.end(words);
    };
    const headers = { "next-action": "0".repeat(42) };
    const refused = await fetch(address, { method: "POST", body: "[]", headers });
    expect([refused.status, await refused.json()]).toMatchObject([400, { code: "K1010" }]);
    expect(refused.headers.get("x-nextjs-action-not-found")).toBe("1");
    const browser = { ...headers, accept: "text/html" };
    const page = await fetch(address, { method: "POST", body: "[]", headers: browser });
    expect([page.status, page.headers.get("content-type")]).toEqual([400, "text/html; charset=utf-8"]);
    expect(await page.text()).toContain("This form is out of date");
  },
);
