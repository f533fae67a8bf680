import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { openQueue } from "../../jobs/queue.ts";
import { createCardProviders } from "../../providers/open.ts";
import { createSandboxKeys } from "../../providers/sandbox-keys.ts";
import { createLog } from "../log.ts";
import { openMailTransport } from "../mail.ts";
import { post } from "../outbound-http.ts";
import type { Tx } from "../scope.ts";
import { type Database, openDatabase } from "./open.ts";

// A transaction that waits for the network holds a connection and locks that others need.

let database: Database;
let url: string;
let calls = 0;
const server = createServer((_, response) => {
  calls++;
  response.end("{}");
});

const open = (onNetworkCall?: (error: Error) => void) =>
  openDatabase({
    connectionString: inject("databaseUrl"),
    poolSize: 2,
    applicationName: "usher network guard test",
    ...(onNetworkCall && { onNetworkCall }),
  });

beforeAll(async () => {
  database = open();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await database.close();
  await new Promise((done) => server.close(done));
});

const REFUSED = /was called within a database transaction/;

const callProvider = () => {
  const openProvider = createCardProviders({ sandbox: url });
  return openProvider({ endpoint: "sandbox", secretKey: "sk_test_1", publishableKey: null }).readSubscription(
    "sub_1",
  );
};
const sendPost = () => post({ url, headers: {}, body: "{}", mayBePrivate: true });
const mail = {
  id: "1",
  senderName: "a",
  to: "a@example.com",
  replyTo: null,
  subject: "s",
  text: "t",
  html: "",
};
const sendMail = () =>
  openMailTransport({ smtpUrl: url.replace("http", "smtp"), from: "b@example.com" }).send(mail);
const issueKeys = () => createSandboxKeys({ url, secret: "s" }).issue();
const sendJob = async () => {
  const queue = await openQueue({
    connectionString: inject("databaseUrl"),
    isWorker: false,
    log: createLog("silent"),
  });
  return queue.send("erasure", { tenantId: "ten_x", id: "er_x" }).finally(() => queue.stop());
};

type Run = (work: (tx: Tx) => Promise<unknown>) => Promise<unknown>;
const transactions: [string, Run][] = [
  ["of all tenants", (work) => database.prisma.$transaction(work)],
  ["of one tenant", (work) => database.tenantDatabases.of("ten_x").db.$transaction(work)],
];

describe.each(transactions)("in a transaction %s", (_, transaction) => {
  it.each([
    ["a call of the card provider", callProvider],
    ["a webhook", sendPost],
    ["a mail", sendMail],
    ["another HTTP request", issueKeys],
    ["a job", sendJob],
  ])("%s is refused before it leaves", async (_what, call) => {
    const before = calls;
    await expect(transaction(call)).rejects.toThrow(REFUSED);
    expect(calls).toBe(before);
  });

  it("a call is refused at any depth, and after statements", async () => {
    const deep = async (tx: Tx) => {
      await tx.$queryRaw`select 1`;
      await (async () => (await tx.$queryRaw`select 2`) && sendPost())();
    };
    await expect(transaction(deep)).rejects.toThrow(REFUSED);
  });

  it("once it has ended, what it started may call", async () => {
    const after = Promise.withResolvers<void>();
    let later: Promise<unknown> = Promise.resolve();
    await transaction(async () => {
      later = after.promise.then(sendPost);
    });
    after.resolve();
    expect(await later).toMatchObject({ status: 200 });
  });
});

it("outside transactions, statements and calls mix freely", async () => {
  expect(await database.prisma.$queryRaw`select 1 as one`).toEqual([{ one: 1 }]);
  expect(await sendPost()).toMatchObject({ status: 200 });
  expect(await database.prisma.$transaction([database.prisma.$executeRaw`select 1`])).toEqual([1]);
});

it("a handler that only reports lets the call pass, as production does", async () => {
  const reported: string[] = [];
  const reporting = open((error) => reported.push(error.message));
  try {
    expect(await reporting.prisma.$transaction(sendPost)).toMatchObject({ status: 200 });
    expect(reported).toEqual([expect.stringMatching(REFUSED)]);
  } finally {
    await reporting.close();
  }
});
