import { connect as connectTo, createServer, type Socket } from "node:net";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { queryPair } from "./pg-query-pair.ts";

const FIRST = {
  name: "contract-first",
  text: "select set_config('usher.contract', $1, true), generate_series(1, 3)",
};
const BREAKS = "pg-query-pair.ts relies on it: without it no statement runs under row-level security";

let pool: pg.Pool;
let client: pg.PoolClient;

beforeAll(async () => {
  pool = new pg.Pool({ connectionString: inject("databaseUrl"), max: 1 });
  client = await pool.connect();
});

afterAll(async () => {
  client.release();
  await pool.end();
});

const setting = "select current_setting('usher.contract', true) as value";
const pair = (value: string, second: pg.QueryConfig) =>
  queryPair(client, { ...FIRST, values: [value] }, second);

describe("what is private in pg and used here", () => {
  it.each([
    ["requiresPreparation", 0, "says whether the statement is sent by parse, bind and execute"],
    ["prepare", 1, "sends these messages to the connection"],
    ["handleDataRow", 1, "takes each row of an answer"],
    ["handleCommandComplete", 2, "takes the end of a statement's answer"],
    ["submit", 1, "calls requiresPreparation and prepare"],
  ])("Query.%s(%i parameters) %s", (name, parameters) => {
    const method: unknown = Reflect.get(pg.Query.prototype, name);
    expect(method, `pg.Query.prototype.${name} is gone. ${BREAKS}.`).toBeTypeOf("function");
    expect(method, `pg.Query.prototype.${name} takes other parameters. ${BREAKS}.`).toHaveLength(parameters);
  });

  it.each(["bind", "execute"])("client.connection.%s(message) writes one message", (name) => {
    const connection: unknown = Reflect.get(client, "connection");
    const method: unknown = Reflect.get(connection as object, name);
    expect(method, `client.connection.${name} is gone. ${BREAKS}.`).toBeTypeOf("function");
  });

  it("client.connection.parsedStatements holds the text of each prepared statement by its name", async () => {
    await client.query({ name: "contract-parsed", text: "select 1" });
    const parsed: unknown = Reflect.get(Reflect.get(client, "connection"), "parsedStatements");
    expect(parsed, `parsedStatements is gone. ${BREAKS}.`).toMatchObject({ "contract-parsed": "select 1" });
  });
});

describe("two statements sent together", () => {
  it("run in one transaction, and give the second's rows alone", async () => {
    const { rows, rowCount, command, fields } = await pair("a", { text: setting });
    expect({ rows, rowCount, command }).toEqual({ rows: [{ value: "a" }], rowCount: 1, command: "SELECT" });
    expect(fields.map(({ name }) => name)).toEqual(["value"]);
    expect((await client.query(setting)).rows).toEqual([{ value: "" }]);
  });

  it("take one message to the server and one back", async () => {
    const upstream = new URL(inject("databaseUrl"));
    const sent: number[] = [];
    const proxy = createServer((socket: Socket) => {
      const server = connectTo(Number(upstream.port), upstream.hostname);
      socket.on("data", (chunk) => {
        sent.push(chunk.length);
        server.write(chunk);
      });
      server.pipe(socket);
      socket.on("close", () => server.destroy());
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    const address = proxy.address();
    const through = new URL(upstream);
    through.hostname = "127.0.0.1";
    through.port = String(typeof address === "object" ? address?.port : "");
    const far = new pg.Pool({ connectionString: through.href, max: 1 });
    const one = await far.connect();
    await queryPair(one, { ...FIRST, values: ["warm"] }, { text: setting });
    sent.length = 0;
    expect((await queryPair(one, { ...FIRST, values: ["b"] }, { text: setting })).rows).toEqual([
      { value: "b" },
    ]);
    expect(sent).toHaveLength(1);
    one.release();
    await far.end();
    await new Promise((resolve) => proxy.close(resolve));
  });

  it("prepare a named second statement once, with its values", async () => {
    const named = { name: "contract-second", text: `${setting}, $1::int + 1 as next` };
    for (const [value, number] of [["c", 1] as const, ["d", 2] as const])
      expect((await pair(value, { ...named, values: [number] })).rows).toEqual([{ value, next: number + 1 }]);
    const prepared = await client.query(
      "select name from pg_prepared_statements where name like 'contract-%'",
    );
    expect(prepared.rows.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["contract-first", "contract-second"]),
    );
  });

  it("reject with the server's error, and leave a connection that works", async () => {
    await expect(pair("e", { text: "select 1 / 0" })).rejects.toMatchObject({ code: "22012" });
    await expect(pair("f", { text: "select from nowhere" })).rejects.toMatchObject({ code: "42P01" });
    const failing = { name: "contract-failing", text: "select 1 / $1::int", values: ["1"] };
    await client.query(failing);
    await expect(queryPair(client, { ...failing, values: ["0"] }, { text: setting })).rejects.toMatchObject({
      code: "22012",
    });
    expect((await pair("g", { text: setting })).rows).toEqual([{ value: "g" }]);
  });
});
