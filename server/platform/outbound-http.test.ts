import { createServer as createHttpsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answers, aReceiver, hangs, type Receiver, takes } from "../testing/receiver.ts";
import { SELF_SIGNED } from "../testing/self-signed.ts";
import { isPublicAddress, urlProblem } from "./addresses.ts";
import { post, type Resolve } from "./outbound-http.ts";

let receiver: Receiver;
/** The target of redirects, which must receive nothing. */
let trap: Receiver;

beforeAll(async () => {
  [receiver, trap] = await Promise.all([aReceiver(), aReceiver()]);
});

afterAll(() => Promise.all([receiver.stop(), trap.stop()]));

const send = (
  url: string,
  { mayBePrivate = true, resolve }: { mayBePrivate?: boolean; resolve?: Resolve } = {},
) => post({ url, headers: { "x-test": "1" }, body: '{"a":"ä"}', mayBePrivate }, resolve);

/** A resolver with the given answers, one after the other; it repeats the last. */
function resolver(...results: string[][]): Resolve & { asked: string[] } {
  const asked: string[] = [];
  const resolve = async (host: string) => {
    const addresses = results[Math.min(asked.length, results.length - 1)] ?? [];
    asked.push(host);
    return addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  };
  return Object.assign(resolve, { asked });
}

const onPortOf = (host: string) => receiver.url.replace("127.0.0.1", host);

describe("an address", () => {
  it.each([
    "8.8.8.8",
    "93.184.215.14",
    "2606:4700:4700::1111",
    "172.32.0.1",
    "192.169.0.1",
    "100.63.255.255",
  ])("%s is public", (address) => expect(isPublicAddress(address)).toBe(true));

  it.each([
    ["loopback", "127.0.0.1", "127.255.255.254", "::1", "0.0.0.0", "0.1.2.3", "::"],
    [
      "private",
      "10.0.0.1",
      "172.16.0.1",
      "172.31.255.255",
      "192.168.1.1",
      "fd12:3456::1",
      "fc00::1",
      "fec0::1",
    ],
    [
      "link-local and metadata",
      "169.254.169.254",
      "169.254.170.2",
      "fe80::1",
      "fd00:ec2::254",
      "100.100.100.200",
      "192.0.0.192",
      "168.63.129.16",
    ],
    [
      "shared, reserved, multicast",
      "100.64.0.1",
      "198.18.0.1",
      "203.0.113.5",
      "240.0.0.1",
      "255.255.255.255",
      "224.0.0.1",
      "ff02::1",
      "2001:db8::1",
    ],
    [
      "IPv4 inside IPv6",
      "::ffff:127.0.0.1",
      "::ffff:7f00:1",
      "64:ff9b::7f00:1",
      "2002:7f00:1::1",
      "2001:0:7f00:1::",
      "::127.0.0.1",
      "::7f00:1",
      "::a9fe:a9fe",
      "64:ff9b:1::7f00:1",
    ],
    ["IPv6 that is not global unicast", "4000::1", "5f00::1", "3fff::1"],
    ["nothing", "", "localhost", "999.1.1.1"],
  ])("%s is not", (_, ...addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([]);
  });

  it.each([
    ["https://hooks.example.com/x", null],
    ["http://hooks.example.com/x", "it does not begin with https://"],
    ["ftp://hooks.example.com/x", "it does not begin with https://"],
    ["https://user:pass@hooks.example.com/x", "it has a user name or a password"],
    ["https://127.0.0.1/x", "it leads to an address that is not public"],
    ["https://2130706433/", "it leads to an address that is not public"],
    ["https://0x7f.1/", "it leads to an address that is not public"],
    ["https://0177.0.0.1/", "it leads to an address that is not public"],
    ["https://[::ffff:169.254.169.254]/", "it leads to an address that is not public"],
    ["https://[::127.0.0.1]/", "it leads to an address that is not public"],
    ["https://[::1]:8443/", "it leads to an address that is not public"],
    ["http://localhost:4000/", "it leads to an address that is not public"],
    ["http://10.0.0.1/", "it leads to an address that is not public"],
    ["localhost:4000/hook", "it does not begin with https://"],
    ["https://localhost/", "it leads to an address that is not public"],
    ["https://db.localhost./", "it leads to an address that is not public"],
    ["nowhere", "it is not a URL"],
  ])("%s: %s", (url, flaw) => expect(urlProblem(url, false)).toBe(flaw));
});

describe("names that lead to a private network", () => {
  it.each([
    ["to loopback", ["127.0.0.1"]],
    ["to the metadata service", ["169.254.169.254"]],
    ["to a public and a private address", ["8.8.8.8", "10.0.0.1"]],
    ["to IPv6 that holds IPv4", ["::ffff:127.0.0.1"]],
  ])("are refused when they resolve %s", async (_, addresses) => {
    const outcome = await send("https://hooks.example.com/", {
      mayBePrivate: false,
      resolve: resolver(addresses),
    });
    expect(outcome).toEqual({ error: "Not sent: it leads to an address that is not public.", part: null });
  });

  it("that resolve to nothing, or not at all, fail with a reason", async () => {
    expect(await send(onPortOf("a.example"), { resolve: resolver([]) })).toMatchObject({
      error: "The name has no address.",
    });
    const fails: Resolve = () => Promise.reject(Object.assign(new Error("x"), { code: "ENOTFOUND" }));
    expect(await send(onPortOf("b.example"), { resolve: fails })).toMatchObject({
      error: "The host b.example was not found.",
    });
    expect(await send("http://127.0.0.1:1/")).toMatchObject({
      error: "Connection refused: nothing listens at this address and port. (ECONNREFUSED)",
    });
  });

  it("are looked up once, and the connection goes to the checked address when the name changes a moment later (DNS rebinding)", async () => {
    receiver.behave(takes);
    const resolve = resolver(["127.0.0.1"], ["192.0.2.1"]);
    const outcome = await send(onPortOf("rebinds.example"), { resolve });
    expect(outcome).toMatchObject({ status: 204 });
    expect(resolve.asked).toEqual(["rebinds.example"]);
    expect(receiver.arrivals.at(-1)?.headers.host).toMatch(/^rebinds\.example:/);
    // A name that was public when the endpoint was made and is not any more.
    const rebound = resolver(["127.0.0.1"]);
    const later = await send(onPortOf("rebinds.example").replace("http:", "https:"), {
      mayBePrivate: false,
      resolve: rebound,
    });
    expect(later).toMatchObject({ error: expect.stringContaining("not public") });
  });
});

describe("an answer", () => {
  it("is returned whole, and the request is sent as given", async () => {
    receiver.behave(answers(200, { "x-from": "them" }, "thank\0s"));
    expect(await send(receiver.url)).toEqual({
      status: 200,
      headers: expect.objectContaining({ "x-from": "them" }),
      body: "thank\uFFFDs",
      retryAfter: null,
    });
    expect(receiver.arrivals.at(-1)).toMatchObject({
      body: '{"a":"ä"}',
      headers: { "x-test": "1", "content-length": "10" },
    });
  });

  it.each([301, 302, 303, 307, 308])("%i is not followed", async (status) => {
    receiver.behave(answers(status, { location: trap.url }));
    expect(await send(receiver.url)).toMatchObject({ status });
    expect(trap.arrivals).toEqual([]);
  });

  it("200 with a location and a refresh is not followed", async () => {
    receiver.behave(answers(200, { location: trap.url, refresh: `0; url=${trap.url}` }));
    expect(await send(receiver.url)).toMatchObject({ status: 200 });
    expect(trap.arrivals).toEqual([]);
  });

  it("that is shorter than its content-length is an error, with the part that came", async () => {
    receiver.behave((_, response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("half", () => response.destroy());
    });
    expect(await send(receiver.url)).toMatchObject({
      error: expect.any(String),
      part: { status: 200, body: "half" },
    });
  });

  it("without end is truncated, whatever its characters are", async () => {
    receiver.behave((_, response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write("x€😀".repeat(10_000)));
      };
      response.on("drain", more);
      more();
    });
    const outcome = await send(receiver.url);
    expect(outcome).toMatchObject({ status: 200, body: "x€😀".repeat(1_024) });
  });

  it("with headers that are too large is an error", async () => {
    receiver.behave((_, response) => {
      response.writeHead(200, { "x-long": "x".repeat(20_000) }).end();
    });
    expect(await send(receiver.url)).toMatchObject({ error: expect.stringContaining("HPE_HEADER_OVERFLOW") });
  });

  it("that is not HTTP is an error", async () => {
    const server = createServer((socket) => socket.end("hello\r\n"));
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const { port } = server.address() as AddressInfo;
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ error: expect.any(String) });
    server.close();
  });

  it("of a server whose certificate nobody signed is never asked for", async () => {
    let requests = 0;
    const server = createHttpsServer(SELF_SIGNED, (_, response) => {
      requests++;
      response.end();
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const { port } = server.address() as AddressInfo;
    for (let n = 0; n < 2; n++)
      expect(await send(`https://127.0.0.1:${port}/`)).toMatchObject({
        error: expect.stringMatching(/certificate/i),
        part: null,
      });
    expect(requests).toBe(0);
    server.close();
  });

  it("reports Retry-After in seconds", async () => {
    receiver.behave(answers(503, { "retry-after": "120" }));
    expect(await send(receiver.url)).toMatchObject({ status: 503, retryAfter: 120 });
  });

  it("times out after 10 seconds in all: the look-up, the first byte, the end", {
    tags: ["long"],
  }, async () => {
    receiver.behave(hangs);
    const dripping = await aReceiver();
    dripping.behave((_, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write("x"), 500);
      response.on("close", () => clearInterval(drip));
    });
    const startedAt = performance.now();
    const never: Resolve = () => new Promise(() => undefined);
    const outcomes = await Promise.all([
      send(onPortOf("slow.example"), { resolve: never }),
      send(receiver.url),
      send(dripping.url),
    ]);
    const seconds = (performance.now() - startedAt) / 1000;
    expect(outcomes).toMatchObject([
      { error: "No answer within 10 seconds." },
      { error: "No answer within 10 seconds." },
      { error: "The answer did not end within 10 seconds.", part: { status: 200 } },
    ]);
    expect(seconds).toBeGreaterThan(9);
    expect(seconds).toBeLessThan(13);
    await dripping.stop();
  });
});
