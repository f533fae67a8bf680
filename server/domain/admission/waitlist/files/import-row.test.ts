import { expect, it } from "vitest";
import { readRow as read } from "./import-row.ts";

const NOW = new Date("2026-06-01T00:00:00Z");
const readRow = (record: Record<string, string>) => read(record, NOW);

const OLDER = {
  id: "wait_1",
  email: "Ann@example.com",
  name: "Ann",
  created_at: "2026-05-05T05:05:05.005Z",
  status: "PENDING",
  invited_at: "",
  invited_by: "",
  registered_at: "",
  referral_code: "ann",
  referral_count: "2",
  referred_by: "bob",
  metadata: "{}",
};

it("an export from before addresses were confirmed has its referrals counted already", () => {
  const joined = new Date("2026-05-05T05:05:05.005Z");
  expect(readRow(OLDER)).toMatchObject({ confirmedAt: null, referralCountedAt: joined });
  expect(readRow({ ...OLDER, referred_by: "" })).toMatchObject({ referralCountedAt: null });
  const newer = { ...OLDER, confirmed_at: "", referral_counted_at: "" };
  expect(readRow(newer)).toMatchObject({ confirmedAt: null, referralCountedAt: null });
});

it("refuses a row whose metadata and a column of the same name have two values", () => {
  const row = { email: "a@example.com", metadata: '{"company":"Acme","seats":5}' };
  expect(readRow({ ...row, company: "Other" })).toEqual({
    fault: expect.stringMatching(/^the column "company" and the key "company".*two values/),
  });
  const others: Record<string, string>[] = [
    { company: "Acme" },
    { company: "" },
    { seats: "5" },
    { Company: "B" },
  ];
  for (const same of others)
    expect(readRow({ ...row, ...same })).toMatchObject({ metadata: { company: "Acme", seats: 5 } });
});

it("refuses a row with a time in the future, in each of its columns", () => {
  const ours = { ...OLDER, confirmed_at: "", referral_counted_at: "" };
  for (const column of ["created_at", "invited_at", "registered_at", "confirmed_at", "referral_counted_at"]) {
    expect(readRow({ ...ours, [column]: "2026-06-02T00:00:01Z" })).toEqual({
      fault: expect.stringMatching(`${column}.* is in the future$`),
    });
    expect(readRow({ ...ours, [column]: "2026-06-01 23:59:59" })).toMatchObject({ email: "ann@example.com" });
  }
});

it("says what is wrong with letters before the @ that are not Latin", () => {
  expect(readRow({ email: "иван@пример.рф" })).toEqual({
    fault: expect.stringMatching(/^email must have only Latin letters/),
  });
  expect(readRow({ email: "ann@пример.рф" })).toMatchObject({ email: "ann@xn--e1afmkfd.xn--p1ai" });
});

it.each([
  ['{"a":1e400}', "a number that JSON cannot carry exactly"],
  ['{"a":[12345678901234567890]}', "a number that JSON cannot carry exactly"],
  ['{"a":"\\u0000"}', "a character that cannot be stored"],
  [`{"a":"${"x".repeat(17_000)}"}`, "larger than 16 KB"],
])("refuses metadata that would be stored as something else: %.40s", (metadata, reason) => {
  expect(readRow({ email: "a@example.com", metadata })).toEqual({ fault: expect.stringContaining(reason) });
});
