import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { boundAnswer } from "./answer-bound.ts";
import { refuse } from "./refuse.ts";

const QUIET_MS = 100;

/** What a server answers whose operations are bounded, and whose errors end in nobody's hands. */
async function ask(
  operation: RequestListener,
  body?: string,
): Promise<{ status: number; text: string | null }> {
  const server = createServer((request, response) => {
    boundAnswer(request, response, (error) => refuse(request, response, error), QUIET_MS);
    void operation(request, response);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  try {
    const init = body === undefined ? {} : { method: "POST", body };
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, init);
    return { status: answer.status, text: await answer.text().catch(() => null) };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

it("an operation that never answers is answered, and what it writes afterwards harms nobody", async () => {
  const { status, text } = await ask(async (_, response) => {
    await pause(3 * QUIET_MS);
    response.write("late");
    response.end("later");
  });
  expect([status, JSON.parse(text ?? "").code]).toEqual([503, "K9056"]);
  await pause(3 * QUIET_MS);
});

it("an answer that stops is cut off, and one that goes on is not", async () => {
  const stops = await ask((_, response) => void response.writeHead(200).write("begun"));
  expect(stops).toEqual({ status: 200, text: null });
  const goesOn = await ask(async (_, response) => {
    for (let nth = 0; nth < 20; nth++) {
      response.write("a");
      await pause(QUIET_MS / 4);
    }
    response.end();
  });
  expect(goesOn).toEqual({ status: 200, text: "a".repeat(20) });
});

it("a large body gives an operation more time", async () => {
  const slow: RequestListener = async (request, response) => {
    request.resume();
    await pause(4 * QUIET_MS);
    response.end("done");
  };
  expect(await ask(slow, "x".repeat(100_000))).toEqual({ status: 200, text: "done" });
});
