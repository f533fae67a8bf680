/** An answer of the API, body read. */
export interface Reply {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape; the conformance test holds the shapes.
  body: any;
}

/** A caller of the API over real HTTP. */
export interface Client {
  /** What it sends with each request. */
  headers: Record<string, string>;
  get(path: string, headers?: Record<string, string>): Promise<Reply>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  /** The same caller with headers added; undefined takes one away. */
  with(headers: Record<string, string | undefined>): Client;
}

/** One request and its answer. */
export interface Exchange {
  method: string;
  path: string;
  reply: Reply;
}

type Observer = (exchange: Exchange) => void;
const observers = new Set<Observer>();

/** Sees every exchange of every client in this process; the conformance test holds them against the document. */
export function observeExchanges(observer: Observer): () => void {
  observers.add(observer);
  return () => observers.delete(observer);
}

/** Passes an exchange of another client to the observers. */
export function tellObservers(exchange: Exchange): void {
  for (const observer of observers) observer(exchange);
}

/** Makes a caller that sends the given headers with each request. */
export function createClient(baseUrl: string, headers: Record<string, string> = {}): Client {
  const send: Client["send"] = async (method, path, body, extra = {}) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { ...headers, ...(body !== undefined && { "content-type": "application/json" }), ...extra },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = /^application\/(?:[\w.-]+\+)?json\b/.test(response.headers.get("content-type") ?? "");
    const reply = {
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(text) : text,
    };
    tellObservers({ method, path, reply });
    return reply;
  };
  return {
    headers,
    send,
    get: (path, extra) => send("GET", path, undefined, extra),
    post: (path, body = {}, extra) => send("POST", path, body, extra),
    with(more) {
      const merged = Object.entries({ ...headers, ...more }).filter(
        (entry): entry is [string, string] => entry[1] !== undefined,
      );
      return createClient(baseUrl, Object.fromEntries(merged));
    },
  };
}
