// @module-tag ci
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeCsv } from "../../../../platform/csv/write.ts";
import { omit } from "../../../../platform/omit.ts";
import { aTenant, type TestTenant } from "../../../../testing/a-tenant.ts";
import { openWorld, type World } from "../../../../testing/world.ts";

// Files as people have them: from Excel, from other services, and with mistakes.

let world: World;

beforeAll(async () => {
  world = await openWorld();
});

afterAll(() => world.close());

const TYPE = "text/csv";

/** Sends a file's bytes as they are. */
async function send(own: TestTenant, file: string | Uint8Array<ArrayBuffer>, type = TYPE) {
  const reply = await fetch(`${world.baseUrl}/v1/waitlist/import`, {
    method: "POST",
    headers: { "content-type": type, "x-app-id": own.adminApplication.appId },
    body: file,
  });
  const body = await reply.json();
  return { status: reply.status, body };
}

async function rows(own: TestTenant): Promise<{ email: string; name: string | null }[]> {
  return (await own.server.get("/v1/waitlist?limit=1000")).body.entries;
}

const NAMES = "email,name\njoerg@example.com,Jörg\nzoe@example.com,Zoë €\n";
const bytes = (encoding: "utf8" | "utf16le", text: string, mark: number[] = []) =>
  Uint8Array.from([...mark, ...Buffer.from(text, encoding)]);
const swapped = (text: string) => Uint8Array.from([0xfe, 0xff, ...Buffer.from(text, "utf16le").swap16()]);
/** Windows-1252: as Latin-1, and the euro sign is 0x80. */
const windows = (text: string) => Uint8Array.from(Buffer.from(text.replaceAll("€", "\u0080"), "latin1"));

describe("encodings", () => {
  it.each([
    ["UTF-8", bytes("utf8", NAMES), TYPE],
    ["UTF-8 with a byte order mark", bytes("utf8", NAMES, [0xef, 0xbb, 0xbf]), TYPE],
    ["UTF-16 of Excel, with tabs", bytes("utf16le", NAMES.replaceAll(",", "\t"), [0xff, 0xfe]), TYPE],
    ["UTF-16, big end first", swapped(NAMES), TYPE],
    ["Windows-1252 where it says so", windows(NAMES), "text/csv; charset=windows-1252"],
    ["Windows-1252 with semicolons", windows(NAMES.replaceAll(",", ";")), 'text/csv; charset="Windows-1252"'],
    ["Windows-1252 that is called Latin-1", windows(NAMES), "text/csv;charset=ISO-8859-1"],
  ])("reads %s", async (_, file, type) => {
    const own = await aTenant(world);
    const { status, body } = await send(own, file, type);
    expect([status, body]).toEqual([200, { joined: 2, known: 0, refused: 0, issues: [] }]);
    expect((await rows(own)).map(({ name }) => name)).toEqual(["Jörg", "Zoë €"]);
  });

  it("refuses bytes that are not UTF-8 with the line and what to do, and imports nothing", async () => {
    const own = await aTenant(world);
    const { status, body } = await send(own, windows(`email,name\nada@example.com,Ada\n${NAMES.slice(11)}`));
    expect([status, body.code]).toEqual([422, "K4012"]);
    expect(body.message).toContain("line 3 is not UTF-8");
    expect(body.message).toContain("charset=windows-1252");
    expect(await rows(own)).toEqual([]);
  });

  it("refuses an unknown charset, and lines that had lost their characters before", async () => {
    const own = await aTenant(world);
    expect((await send(own, NAMES, "text/csv; charset=klingon")).body.code).toBe("K4012");
    const { body } = await send(own, "email,name\nj@example.com,J\uFFFDrg\nk@example.com,Kay");
    expect(body).toMatchObject({ joined: 1, refused: 1, issues: [{ line: 2 }] });
    expect((await rows(own)).map(({ name }) => name)).toEqual(["Kay"]);
  });
});

describe("a stray quote", () => {
  it.each([
    ["that opens a cell", '"stray'],
    ["in the name", 'x@example.com,"Ada'],
    ["within a cell", 'x@example.com,A"da'],
    ["after a cell", 'x@example.com,"Ada"x'],
  ])("%s makes the import refuse its line alone, of thousands", { tags: ["long"] }, async (_, stray) => {
    const own = await aTenant(world);
    const before = Array.from({ length: 40 }, (_, index) => `a${index}@example.com,"A, ${index}"`);
    const after = Array.from({ length: 3_000 }, (_, index) => `b${index}@example.com,B ${index}`);
    const quoted = ['c@example.com,"C ""D"" E"', 'd@example.com,"two\nlines"'];
    const lines = ["email,name", ...before, stray, ...quoted, ...after, ...before.map((line) => `z${line}`)];
    const { status, body } = await send(own, lines.join("\n"));
    expect(status).toBe(200);
    expect(body).toMatchObject({ joined: 3_082, known: 0, refused: 1 });
    expect(body.issues).toEqual([{ line: 42, message: expect.stringContaining("quote") }]);
    const found = await world.services.db.waitlistEntry.findMany({
      where: { tenantId: own.id, email: { in: ["c@example.com", "d@example.com"] } },
      orderBy: { email: "asc" },
    });
    expect(found.map(({ name }) => name)).toEqual(['C "D" E', "two lines"]);
  });

  it("counts lines by the file's, with more cells than the header and lines beyond all bounds among them", async () => {
    const own = await aTenant(world);
    const long = `y@example.com,"${"x".repeat(200_000)}"`;
    const lines = [
      "email,name",
      "a@example.com,A,more",
      "",
      "b@example.com,B",
      long,
      "c@example.com,C",
      "none",
    ];
    const { body } = await send(own, lines.join("\r\n"));
    expect(body).toMatchObject({ joined: 2, refused: 3 });
    expect(body.issues.map(({ line }: { line: number }) => line)).toEqual([2, 5, 7]);
  });
});

describe("our own export", () => {
  it("is imported as it was: status, times, codes, referrals, whatever the names are", {
    tags: ["long"],
  }, async () => {
    const [own, other] = [await aTenant(world), await aTenant(world)];
    await own.admin.send("PATCH", "/v1/settings", { waitlist_referrals: true });
    const random = (below: number) => Math.floor(Math.random() * below);
    const parts = [
      "'",
      "=",
      "+1",
      "@",
      '"',
      ",",
      ";",
      "\n",
      " ",
      "Zoë",
      "\t",
      "-",
      "\u00a0",
      "’",
      "日本",
      "＝",
      "a",
    ];
    const anyText = () => Array.from({ length: 1 + random(6) }, () => parts[random(parts.length)]).join("");
    /** A name is one line and not blank. */
    const anyName = () => `${anyText().replace(/[\n\t]/g, "")}b`;
    const { db } = world.services;
    for (let number = 0; number < 60; number++) {
      const known = await db.waitlistEntry.findMany({
        where: { tenantId: own.id },
        select: { referralCode: true },
      });
      const by = random(2) === 0 ? known[random(known.length)]?.referralCode : undefined;
      const { status } = await own.server.post("/v1/waitlist", {
        email: `${"+-'_"[random(4)]}p${number}@example.com`,
        name: anyName(),
        metadata: { [anyText()]: anyText(), __proto__: null, list: [anyText(), number] },
        ...(by && { referral_code: by }),
      });
      expect(status).toBe(201);
      if (random(2) === 0 && by) await own.server.post("/v1/waitlist/confirm", { referral_code: by });
    }
    await own.server.post("/v1/waitlist/invite", { oldest: 20 });
    const all = await db.waitlistEntry.findMany({ where: { tenantId: own.id }, orderBy: { id: "asc" } });
    for (const { id } of all.slice(10, 30))
      expect((await own.server.post(`/v1/waitlist/${id}/reject`)).status).toBe(200);
    await db.waitlistEntry.updateMany({
      where: { tenantId: own.id, id: { in: all.slice(0, 3).map(({ id }) => id) } },
      data: { status: "REGISTERED", registeredAt: new Date("2026-05-05T05:05:05.005Z") },
    });
    const file = (await own.server.get("/v1/waitlist/export")).body;
    const { body } = await send(other, file);
    expect(body).toEqual({ joined: 60, known: 0, refused: 0, issues: [] });
    const facts = async (tenantId: string) =>
      (
        await db.waitlistEntry.findMany({
          where: { tenantId },
          include: { referredBy: { select: { email: true } } },
          orderBy: { email: "asc" },
        })
      ).map((row) => omit(row, "tenantId", "id", "referredById", "updatedAt", "referralMailbox"));
    expect(await facts(other.id)).toEqual(await facts(own.id));
    expect(new Set((await facts(other.id)).map(({ status }) => status)).size).toBe(4);
    const again = (await other.server.get("/v1/waitlist/export")).body;
    const withoutIds = (csv: string) => csv.replaceAll(/^wait_\w+/gm, "");
    expect(withoutIds(again).split("\n").sort()).toEqual(withoutIds(file).split("\n").sort());
    expect((await send(other, file)).body).toMatchObject({ joined: 0, known: 60, refused: 0 });
  });

  it("that is a workbook is told to be one", async () => {
    const { status, body } = await send(await aTenant(world), "PK\u0003\u0004 and more");
    expect([status, body.code]).toEqual([422, "K4012"]);
    expect(body.message).toContain("is a workbook");
  });

  it("without some of its columns is refused with their names, and imports nothing", async () => {
    const [own, other] = [await aTenant(world), await aTenant(world)];
    for (const name of ["ann", "ben"])
      await own.server.post("/v1/waitlist", { email: `${name}@example.com`, metadata: { name } });
    const [entry] = (await own.server.get("/v1/waitlist")).body.entries;
    await own.server.post(`/v1/waitlist/${entry.id}/reject`);
    const records: Record<string, string>[] = parse((await own.server.get("/v1/waitlist/export")).body, {
      columns: true,
    });
    const only = (columns: string[]) =>
      writeCsv([columns, ...records.map((record) => columns.map((column) => record[column]))]);
    const refused = async (columns: string[], missing: string) => {
      const { status, body } = await send(other, only(columns));
      expect([status, body.code]).toEqual([422, "K4012"]);
      expect(body.message).toContain(missing);
    };
    await refused(["email", "id"], "columns status, invited_at, invited_by,");
    await refused(["email", "status"], "columns id, invited_at,");
    // As the dashboard wrote it before.
    const dashboard = ["id", "email", "name", "status", "created_at", "invited_at", "registered_at"];
    await refused(
      [...dashboard, "referral_count"],
      "columns invited_by, referral_code, referred_by, metadata,",
    );
    const all = Object.keys(records[0] ?? {});
    for (const one of ["created_at", "name", "metadata", "confirmed_at", "referral_counted_at"])
      await refused(
        all.filter((column) => column !== one),
        `column ${one}, so`,
      );
    expect(await rows(other)).toEqual([]);
    expect((await send(other, only(["email", "referral_count"]))).body).toMatchObject({ joined: 2 });
  });

  it.each([
    ["id,status", "17,active\n18,REJECTED", { id: "17", status: "active" }],
    ["id", "17\n18", { id: "17" }],
    ["status", "PENDING\nPENDING", { status: "PENDING" }],
    ["status", "pending\nrejected", { status: "pending" }],
    ["status,referral_code", "\n,x", {}],
  ])("is not what has columns %s of its own: they are metadata", async (columns, cells, metadata) => {
    const own = await aTenant(world);
    const lines = cells.split("\n").map((line, index) => `p${index}@example.com,${line}`);
    const { body } = await send(own, [`email,${columns}`, ...lines].join("\n"));
    expect(body).toMatchObject({ joined: 2, refused: 0 });
    const { entries } = (await own.server.get("/v1/waitlist")).body;
    const first = entries.find(({ email }: { email: string }) => email === "p0@example.com");
    expect(first).toMatchObject({ status: "PENDING", metadata });
  });

  it("says which referral codes others have, and which referrers are not on the list", async () => {
    const own = await aTenant(world);
    await own.server.post("/v1/waitlist", { email: "ada@example.com" });
    const file = (await own.server.get("/v1/waitlist/export")).body as string;
    const [header, line = ""] = file.split("\n");
    const cell = line.split(",")[8] ?? "";
    // A code that begins with "-" is guarded, so that no spreadsheet takes it for a formula.
    const code = cell.replace(/^'/, "");
    const stolen = line.replace("ada@", "bob@");
    const alone = line.replace("ada@", "cyd@").replace(`,${cell},0,,`, ",cyd-code,0,unknown-code,");
    const { body } = await send(own, [header, line, stolen, alone].join("\n"));
    expect(body).toMatchObject({ joined: 1, known: 1, refused: 1 });
    expect(body.issues).toEqual([
      { line: 3, message: `the referral code ${code} belongs to another entry` },
      { line: 4, message: expect.stringContaining("unknown-code") },
    ]);
  });
});
