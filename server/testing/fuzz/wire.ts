import { request as httpRequest } from "node:http";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { naughtyText } from "./values.ts";

/** A request as it goes over the wire, byte for byte but for its framing. */
export interface WireRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | null;
}

export interface WireReply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** Sends it as it is: node:http looks at neither the path nor the body. */
export function sendRaw(baseUrl: string, { method, path, headers, body }: WireRequest): Promise<WireReply> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const sending = httpRequest({ hostname, port, method, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString("utf8"),
        }),
      );
    });
    sending.on("error", (error) => {
      // The server may close a connection that was kept, at the moment we take it up again (RFC 9112 §9.3.1).
      if (sending.reusedSocket) resolve(sendRaw(baseUrl, { method, path, headers, body }));
      else reject(error);
    });
    sending.end(body ?? undefined);
  });
}

/** Percent-encoded for a path or a query; halves of surrogate pairs as UTF-8 would write them if it could. */
export function encode(text: string): string {
  return [...text]
    .map((sign) => (sign.isWellFormed() ? encodeURIComponent(sign) : "%ED%A0%80"))
    .join("")
    .replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}

export type WireMutation = (request: WireRequest) => WireRequest;

const same: WireMutation = (request) => request;
const onBody =
  (change: (text: string) => string | Buffer): WireMutation =>
  (request) => ({ ...request, body: request.body && Buffer.from(change(request.body.toString("utf8"))) });
const withHeaders =
  (headers: Record<string, string>): WireMutation =>
  (request) => ({ ...request, headers: { ...request.headers, ...headers } });
const onPath =
  (change: (path: string) => string): WireMutation =>
  (request) => ({ ...request, path: change(request.path) });

const TYPES = [
  "text/plain",
  "application/json; charset=utf-16",
  "application/json; charset=nonsense",
  "APPLICATION/JSON",
  "application/json, text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/xml",
  "text/csv",
  "",
  ";",
  "application/json;",
  "application/jsonx",
];

const BODIES: WireMutation[] = [
  onBody((text) => text.slice(0, -1)),
  onBody((text) => `${text}x`),
  onBody((text) => `\ufeff${text}`),
  onBody((text) => Buffer.from(text, "utf16le")),
  onBody((text) => Buffer.from(text, "latin1")),
  onBody((text) => Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xfe])])),
  onBody((text) => text.replace("{", '{"__proto__":{"a":1},')),
  // The same name twice: the last one counts, for checks and for the operation alike.
  onBody((text) => text.replace(/^\{("[^"]*":)/, (_, name: string) => `{${name}"\\u0000",${name}`)),
  onBody((text) => text.replace(/\d+/, "1e400")),
  onBody((text) => text.replace(/\d+/, "-0")),
  onBody((text) => text.replace(/\d+/, "NaN")),
  onBody((text) => text.replace(/\d+/, "9".repeat(400))),
  onBody((text) => text.replace(/"[^"]*"(?=[,}])/, '"\\ud800"')),
  onBody((text) => text.replace(/"[^"]*"(?=[,}])/, '"\\u0000"')),
  onBody(() => "null"),
  onBody(() => "[]"),
  onBody(() => ""),
  onBody(() => "[".repeat(5_000)),
  onBody(() => `{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}`),
  onBody(() => `{${Array.from({ length: 5_000 }, (_, index) => `"k${index}":0`).join(",")}}`),
  onBody(() => " ".repeat(90_000)),
  (request) => ({
    ...request,
    headers: { ...request.headers, "content-encoding": "gzip" },
    body: gzipSync(Buffer.alloc(1_000_000, 0x20)),
  }),
];

const HEADERS: WireMutation[] = [
  withHeaders({ "idempotency-key": "\t" }),
  withHeaders({ "idempotency-key": "x".repeat(300) }),
  withHeaders({ "idempotency-key": "\u00e9" }),
  withHeaders({ authorization: "Bearer" }),
  withHeaders({ authorization: `Bearer ${"x".repeat(4_000)}` }),
  withHeaders({ authorization: "Bearer a.b.c" }),
  withHeaders({ authorization: "Basic !!!" }),
  withHeaders({ authorization: "Digest x" }),
  withHeaders({ "x-app-id": "\u00ff" }),
  withHeaders({ "x-app-id": "x".repeat(5_000) }),
  withHeaders({ "x-app-id": "__proto__" }),
  withHeaders({ origin: "null" }),
  withHeaders({ origin: "https://evil.example" }),
  withHeaders({ host: "evil.example" }),
  withHeaders({ host: "" }),
  withHeaders({ "x-forwarded-host": "evil.example", "x-forwarded-proto": "javascript" }),
  withHeaders({ "x-forwarded-for": "' or 1=1 --" }),
  withHeaders({ "x-http-method-override": "DELETE" }),
  withHeaders({ "accept-language": "x".repeat(2_000), accept: "*/*;q=x" }),
  withHeaders({ "if-none-match": '*, "x", W/"' }),
  withHeaders({ range: "bytes=-1" }),
  withHeaders({ expect: "200-maybe" }),
  withHeaders({ cookie: "a=b; =; ;;" }),
];

const PATHS: WireMutation[] = [
  onPath((path) => `${path}${path.includes("?") ? "&" : "?"}__proto__=1&constructor=2`),
  onPath((path) => `${path}${path.includes("?") ? "&" : "?"}limit=1&limit=2`),
  onPath((path) => `${path}${path.includes("?") ? "&" : "?"}cursor=${encode("\0")}`),
  onPath((path) => `${path}?${"a=b&".repeat(500)}`),
  onPath((path) => `${path}?%`),
  onPath((path) => `${path}?%ff=%fe`),
  onPath((path) => path.replaceAll("/", "//")),
  onPath((path) => path.replace("/v1/", "/v1/../v1/")),
  onPath((path) => path.replace("/v1/", "/v1/%2e%2e/")),
  onPath((path) => `${path}%00`),
  onPath((path) => `${path}%ff`),
  onPath((path) => `${path}/`),
  onPath((path) => `${path};a=b`),
  onPath((path) => `http://evil.example${path}`),
  onPath((path) => `//evil.example${path}`),
  onPath((path) => `${path}#x`),
  onPath((path) => path.replace(/[a-z]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)),
  onPath((path) => `${path}/${"x".repeat(600)}`),
  (request) => ({ ...request, method: "PUT" }),
  (request) => ({ ...request, method: "PROPFIND" }),
  (request) => ({ ...request, method: "OPTIONS" }),
];

/** What is done to a request beneath its fields: mostly nothing. */
export const wireMutation: fc.Arbitrary<WireMutation> = fc.oneof(
  { weight: 24, arbitrary: fc.constant(same) },
  { weight: 3, arbitrary: fc.constantFrom(...BODIES) },
  { weight: 1, arbitrary: fc.constantFrom(...TYPES).map((type) => withHeaders({ "content-type": type })) },
  { weight: 2, arbitrary: fc.constantFrom(...HEADERS) },
  { weight: 2, arbitrary: fc.constantFrom(...PATHS) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.constantFrom("idempotency-key", "x-app-id", "authorization", "user-agent", "referer"),
        naughtyText,
      )
      .map(([name, value]) => withHeaders({ [name]: latin(value) })),
  },
);

/** A header can hold no more than this. */
function latin(text: string): string {
  return text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, "\u00e9").trim();
}
