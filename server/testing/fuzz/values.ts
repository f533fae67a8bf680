import fc from "fast-check";

/** Text that has broken programs before. */
const NAUGHTY = [
  "",
  " ",
  "\0",
  "a\0b",
  "\ud800",
  "a\udfffb",
  "\u202ereversed",
  "\u200b",
  "\ufeff",
  "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}",
  "\u{10ffff}",
  "ß".repeat(200),
  "İ".repeat(254),
  "e\u0301".repeat(120),
  "\r\nset-cookie: a=b",
  "\u2028",
  "\u001b[31m",
  "x".repeat(256),
  "x".repeat(5_000),
  "\u{1f4a9}".repeat(3_000),
  "' or 1=1 --",
  "'; drop table tenants; --",
  "%",
  "_",
  "\\",
  "%00",
  "..%2f..%2fetc%2fpasswd",
  "../../../../etc/passwd",
  "$1",
  "{{7*7}}",
  `\${7*7}`,
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "</script>",
  "=cmd|' /C calc'!A0",
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "null",
  "undefined",
  "NaN",
  "Infinity",
  "-0",
  "1e309",
  "0x10",
  "0b1",
  "1_000",
  "٣",
  "9223372036854775808",
  "170141183460469231731687303715884105728",
  "0000-00-00T00:00:00Z",
  "2024-02-30T00:00:00Z",
  "2016-12-31T23:59:60Z",
  "9999-12-31T23:59:59.999-23:59",
  "0001-01-01T00:00:00.000+23:59",
  "+275760-09-13T00:00:00.000Z",
  "-271821-04-20T00:00:00.000Z",
  "https://user:pass@example.com/",
  "javascript:alert(1)",
  "data:text/html,x",
  "http://[::1",
  "http://a b/",
  "a@b@c",
  '"a b"@example.com',
  "ten_00000000000000000000000000",
  "sub_7zzzzzzzzzzzzzzzzzzzzzzzzz",
  "sub_8zzzzzzzzzzzzzzzzzzzzzzzzz",
];

const NUMBERS = [
  0,
  -0,
  -1,
  0.1,
  0.1 + 0.2,
  1e-7,
  1e-320,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 32,
  2 ** 53 - 1,
  2 ** 53,
  2 ** 53 + 2,
  2 ** 63,
  -(2 ** 63),
  2 ** 64,
  1e15,
  1e15 + 0.5,
  1e16,
  1e21,
  1e100,
  1e308,
  -1e308,
  Number.MAX_VALUE,
  Number.MIN_VALUE,
];

/** Names that mean something to JavaScript itself. */
export const DANGEROUS_NAMES = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "valueOf",
  "hasOwnProperty",
  "then",
  "toJSON",
  "length",
  "",
  "\0",
  "\ud800",
  "a.b",
  "a[b]",
  "x".repeat(300),
];

export const naughtyText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...NAUGHTY),
  fc.string({ maxLength: 40 }),
  fc.string({ unit: "binary", maxLength: 40 }),
  // Halves of pairs, as JSON can write them.
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 })
    .map((units) => String.fromCharCode(...units)),
);

export const naughtyNumber: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(...NUMBERS),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
);

/** An object whose own key may be `__proto__`, as JSON.parse makes it. */
function ownObject(entries: [string, unknown][]): object {
  const made = {};
  for (const [name, value] of entries)
    Object.defineProperty(made, name, { value, enumerable: true, configurable: true, writable: true });
  return made;
}

function nested(levels: number, isArray: boolean): unknown {
  let value: unknown = null;
  for (let level = 0; level < levels; level++) value = isArray ? [value] : { a: value };
  return value;
}

/** Anything that JSON can say. */
export const anything: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: naughtyText },
  { weight: 3, arbitrary: naughtyNumber },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [null], [[]], { "": null }) },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.tuple(fc.constantFrom(...DANGEROUS_NAMES), fc.jsonValue({ maxDepth: 1 })), { maxLength: 3 })
      .map(ownObject),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.integer({ min: 2, max: 60 }), fc.boolean()).map(([n, a]) => nested(n, a)),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.array(naughtyText, { maxLength: 5 }) },
);

/** Cursors forged after one of ours. */
export const FORGED_CURSORS = [
  "\0",
  "sub_x",
  "\ud800",
  '["x","y"]',
  '["\\u0000","y"]',
  '["2026-02-31 00:00:00+00","y"]',
  '["2026-02-28 00:00:00+00","\\u0000"]',
  '["infinity","y"]',
  '["1e400","y"]',
  '["NaN","y"]',
  `["${"9".repeat(200_000 / 1_000)}","y"]`,
  "[1,2]",
  "[]",
  "null",
  "{}",
].map((text) => Buffer.from(text).toString("base64url"));

export { ownObject };
