// @module-tag ci
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aTenant, type TestTenant } from "../../../../testing/a-tenant.ts";
import { openWorld, type World } from "../../../../testing/world.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld();
});

afterAll(() => world.close());

const send = (own: TestTenant, csv: string, headers: Record<string, string> = {}) =>
  own.server.send("POST", "/v1/waitlist/import", csv, { "content-type": "text/csv", ...headers });

const list = async (own: TestTenant) => (await own.server.get("/v1/waitlist?limit=1000")).body.entries;

describe("importing", () => {
  it("takes names, moments, metadata and other columns; the file again changes nothing", async () => {
    const own = await aTenant(world);
    const csv = [
      "\uFEFFEmail,Name,created_at,metadata,company",
      'Ada@Example.com,"Lovelace, Ada",2026-01-02T03:04:05Z,"{""plan"":""pro"",""__proto__"":{""a"":1}}",Analytical',
      "ben@example.com,,2026-01-01T00:00:00Z,,",
    ].join("\r\n");
    const imported = await send(own, csv);
    expect([imported.status, imported.body]).toEqual([200, { joined: 2, known: 0, refused: 0, issues: [] }]);
    const [ben, ada] = await list(own);
    expect(ben).toMatchObject({ email: "ben@example.com", name: null, metadata: {} });
    expect(ada).toMatchObject({ email: "ada@example.com", name: "Lovelace, Ada", status: "PENDING" });
    expect(ada.created_at).toBe("2026-01-02T03:04:05.000Z");
    expect(Object.entries(ada.metadata).sort()).toEqual([
      ["__proto__", { a: 1 }],
      ["company", "Analytical"],
      ["plan", "pro"],
    ]);
    expect((await send(own, csv)).body).toMatchObject({ joined: 0, known: 2 });
    const events = await world.services.db.event.count({
      where: { tenantId: own.id, type: "waitlist.joined" },
    });
    expect(events).toBe(2);
  });

  it("reports each line that it cannot import, and imports the rest", async () => {
    const own = await aTenant(world);
    const lines = [
      "email,name,created_at,metadata",
      "good@example.com",
      "nobody",
      "a@example.com,,yesterday",
    ];
    const answer = await send(own, [...lines, 'b@example.com,,,"[1]"', "also@example.com"].join("\n"));
    expect(answer.body).toMatchObject({ joined: 2, known: 0, refused: 3 });
    expect(answer.body.issues).toEqual([
      { line: 3, message: "email must be an e-mail address, such as ada@example.com" },
      { line: 4, message: expect.stringContaining("created_at is not a moment") },
      { line: 5, message: "metadata is not a JSON object, or has a number that JSON cannot carry exactly" },
    ]);
  });

  it("many thousand lines, twice over, two at once: each address once", { tags: ["long"] }, async () => {
    const own = await aTenant(world);
    const lines = Array.from({ length: 3_000 }, (_, index) => `p${(index * 7919) % 2_500}@example.com,P`);
    const csv = ["email,name", ...lines].join("\n");
    const replies = await Promise.all([send(own, csv), send(own, csv)]);
    const joined = replies.reduce((sum, { body }) => sum + body.joined, 0);
    expect(joined).toBe(2_500);
    expect((await own.server.get("/v1/waitlist?limit=1")).body.pagination.total).toBe(2_500);
  });

  it("the same Idempotency-Key answers the same; with another file it is refused", async () => {
    const own = await aTenant(world);
    const key = { "idempotency-key": "import-1" };
    const first = await send(own, "email\na@example.com", key);
    const again = await send(own, "email\na@example.com", key);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    const other = await send(own, "email\nb@example.com", key);
    expect([other.status, other.body.code]).toEqual([422, "K9003"]);
  });

  it.each(["E-Mail", "e-mail address", "E-Mail-Adresse", "EMAIL"])(
    "takes the file that a spreadsheet in German saves, whose column is %s",
    async (column) => {
      const own = await aTenant(world);
      const reply = await send(own, `\uFEFFName;${column}\r\nZoë;zoe@example.com\r\n`);
      expect([reply.status, reply.body]).toMatchObject([200, { joined: 1, refused: 0 }]);
    },
  );

  it.each([
    ["no column email", "name\nAda", 422, "K4012"],
    ["a header beyond all bounds", `email,"${"x".repeat(200_000)}"`, 422, "K4012"],
  ])("refuses %s", async (_, csv, status, code) => {
    const reply = await send(await aTenant(world), csv);
    expect([reply.status, reply.body.code]).toEqual([status, code]);
  });

  it.each([
    ["name,Name", "Ann,Bob", 'the columns "name" and "Name" have the same name'],
    ["name,tag,tag", "Ann,one,two", 'the columns "tag" and "tag" have the same name'],
    ["Company,company", "Acme,Other", 'the columns "Company" and "company" have the same name'],
    ["E-Mail", "b@example.com", 'the columns "email" and "E-Mail" have the same name'],
    [",,name", "x,y,Ann", "two columns without a name"],
  ])("refuses the columns email,%s with %s, and imports nothing", async (columns, row, reason) => {
    const own = await aTenant(world);
    const empty = columns.replaceAll(/[^,]/g, "");
    const { status, body } = await send(
      own,
      `email,${columns}\na@example.com,${empty}\nc@example.com,${row}\n`,
    );
    expect([status, body.code]).toEqual([422, "K4012"]);
    expect(body.message).toContain(`line 3: ${reason}`);
    expect(await list(own)).toEqual([]);
  });

  it("takes the value of two columns of one name where only one has it, or both have the same", async () => {
    const own = await aTenant(world);
    const lines = [
      "email,name,Name,Email",
      "a@example.com,Ann,,",
      ",,Bob,b@example.com",
      "c@example.com,C,C,",
    ];
    expect((await send(own, lines.join("\n"))).body).toMatchObject({ joined: 3, refused: 0 });
    const names = (await list(own)).map(({ email, name }: Record<string, string>) => [email?.[0], name]);
    expect(names.sort()).toEqual([
      ["a", "Ann"],
      ["b", "Bob"],
      ["c", "C"],
    ]);
  });

  it.each([
    ["a line that names the separator", "sep=;\r\nemail;name\r\na@example.com;A, B\r\n"],
    ["one with a byte order mark", '\uFEFF"sep=|"\nemail|name\na@example.com|A, B\n'],
    ["lines that end by CR", 'email,name\ra@example.com,"A, B"\r'],
    ["rows without a value", 'email,name,,\n,,,\na@example.com,"A, B",,\n,,,,,\n'],
    ["more empty cells than columns", 'email,name\na@example.com,"A, B",,,\n'],
  ])("reads %s", async (_, csv) => {
    const own = await aTenant(world);
    expect((await send(own, csv)).body).toEqual({ joined: 1, known: 0, refused: 0, issues: [] });
    expect(await list(own)).toMatchObject([{ email: "a@example.com", name: "A, B", metadata: {} }]);
  });

  it("refuses another media type", async () => {
    const own = await aTenant(world);
    const reply = await own.server.post("/v1/waitlist/import", { file: "email" });
    expect([reply.status, reply.body.code]).toEqual([415, "K1005"]);
  });
});

describe("exporting", () => {
  it("escapes cells that spreadsheets would run, and its own import restores them", {
    tags: ["long"],
  }, async () => {
    const [own, other] = [await aTenant(world), await aTenant(world)];
    const names = ['=HYPERLINK("http://evil")', "+1", "-1", "@SUM(A1)", 'Quote " and, comma', "Zoë"];
    for (const [index, name] of names.entries())
      await own.server.post("/v1/waitlist", { email: `n${index}@example.com`, name, metadata: { index } });
    const file = await own.server.get("/v1/waitlist/export");
    expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const cells = file.body
      .split("\n")
      .slice(1)
      .map((line: string) => line.split(",")[2] ?? "");
    for (const cell of cells) expect(cell).not.toMatch(/^"?[=+\-@]/);
    expect((await send(other, file.body)).body).toMatchObject({ joined: names.length, refused: 0 });
    const imported = (await list(other)).map(
      ({ email, name, metadata, created_at }: Record<string, unknown>) => ({
        email,
        name,
        metadata,
        created_at,
      }),
    );
    expect(imported).toMatchObject(
      (await list(own)).map(({ email, name, metadata, created_at }: Record<string, unknown>) => ({
        email,
        name,
        metadata,
        created_at,
      })),
    );
  });

  it("is complete past one reading, in order, and filtered", { tags: ["long"] }, async () => {
    const own = await aTenant(world);
    const lines = Array.from({ length: 2_345 }, (_, index) => `p${index}@example.com`);
    await send(own, ["email", ...lines].join("\n"));
    const rows = (await own.server.get("/v1/waitlist/export")).body.trim().split("\n");
    expect(rows).toHaveLength(2_346);
    expect(new Set(rows).size).toBe(2_346);
    await own.server.post("/v1/waitlist/invite", { oldest: 3 });
    const invited = (await own.server.get("/v1/waitlist/export?status=INVITED")).body.trim().split("\n");
    expect(invited).toHaveLength(4);
  });

  it("is not for browsers", async () => {
    const own = await aTenant(world);
    expect((await own.browser.get("/v1/waitlist/export")).body.code).toBe("K2005");
  });
});
