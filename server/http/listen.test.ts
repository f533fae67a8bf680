import type { RequestListener } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createListener, listen, stopListening, timeoutsFor } from "./listen.ts";

const TIMEOUTS = { head: 200, request: 400, idle: 300, answer: 250, checkEvery: 50 };
const server = createListener(TIMEOUTS);
let port: number;
let handle: RequestListener;

beforeAll(async () => {
  server.on("request", (request, response) => handle(request, response));
  port = await listen(server, "127.0.0.1", 0);
});

beforeEach(() => {
  handle = async (request, response) => {
    try {
      for await (const _ of request);
      response.end("done");
    } catch {
      // Cut off.
    }
  };
});

afterAll(() => stopListening(server));

/** What a client that sends this, and then a byte now and then, is answered until it is cut off. */
async function trickle(start: string, byte: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.on("data", (data) => {
    answer += data.toString();
  });
  socket.on("error", () => undefined);
  socket.write(start);
  const timer = byte === "" ? undefined : setInterval(() => socket.write(byte), 20);
  await new Promise((resolve) => socket.once("close", resolve));
  clearInterval(timer);
  return answer;
}

it("a head that does not end is answered 408, and the client is cut off", async () => {
  expect(await trickle("GET / HTTP/1.1\r\nx-slow: ", "a")).toMatch(/^HTTP\/1.1 408 /);
});

it("a body that does not end times out; a client that keeps sending may not receive the answer", async () => {
  const head = "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100000\r\n\r\n";
  expect(await trickle(head, "a")).toMatch(/^HTTP\/1.1 408 |^$/);
});

it("a connection on which nothing more is asked is closed", { tags: ["long"] }, async () => {
  expect(await trickle("GET / HTTP/1.1\r\nhost: x\r\n\r\n", "")).toMatch(/^HTTP\/1.1 200 .*done/s);
});

it("a method that Node does not know is 405 and named; bytes that are no request line are not HTTP", async () => {
  const answer = await trickle("FETCH /v1/waitlist HTTP/1.1\r\nhost: x\r\n\r\n", "");
  expect(answer).toMatch(/^HTTP\/1.1 405 .*allow: GET, .*"code":"K1007".*FETCH/s);
  expect(await trickle("\u0016\u0003\u0001\r\n\r\n", "")).toMatch(/^HTTP\/1.1 400 .*"code":"K1008"/s);
});

describe("what follows a request and cannot be parsed", () => {
  const whole = "GET / HTTP/1.1\r\nhost: x\r\n\r\n";
  const broken = "not http\r\n\r\n";

  it("is answered 400 in place of an answer that has not begun", async () => {
    handle = () => undefined;
    expect(await trickle(whole + broken, "")).toMatch(/^HTTP\/1.1 400 .*"code":"K1008"/s);
  });

  it("is not answered within an answer that has begun: the connection is closed", async () => {
    handle = (_, response) => response.writeHead(200, { "content-length": "100" }).write("begun");
    // Where both arrive at once, the connection may be closed before the beginning is sent.
    expect(await trickle(whole, broken)).toMatch(/^$|^HTTP\/1.1 200 (?!.*HTTP\/1.1).*begun$/s);
  });

  it("is answered 400 while answers to pipelined requests wait for the first one", async () => {
    let count = 0;
    handle = (_, response) => {
      count += 1;
      if (count === 2) response.end("second");
    };
    const answer = await trickle(whole + whole + broken, "");
    expect([count, answer]).toEqual([2, expect.stringMatching(/^HTTP\/1.1 400 (?!.*second)/s)]);
  });
});

it("a proxy's idle connection outlives the proxy's own timeouts, and clients learn the timeout of theirs", async () => {
  for (const [trustsProxy, seconds] of [
    [true, 620],
    [false, 65],
  ] as const) {
    const own = createListener(timeoutsFor({ trustsProxy }));
    own.on("request", (_, response) => response.end("done"));
    const url = `http://127.0.0.1:${await listen(own, "127.0.0.1", 0)}`;
    expect((await fetch(url)).headers.get("keep-alive")).toBe(`timeout=${seconds}`);
    own.closeAllConnections();
    await stopListening(own);
  }
});

it("does not listen before there is a handler: a request in between would never be answered", async () => {
  await expect(listen(createListener(), "127.0.0.1", 0)).rejects.toThrow("no request handler yet");
});
