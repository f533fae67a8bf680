import type { Endpoint } from "./openapi.ts";

export interface Keys {
  appId: string;
  token: string;
}

export interface Answer {
  status: number;
  milliseconds: number;
  body: unknown;
}

interface Filled {
  endpoint: Endpoint;
  keys: Keys;
  /** The typed value of each parameter, by name. */
  values: Record<string, string>;
  /** The content type of the body; undefined where the operation has none. */
  type: string | undefined;
  text: string;
}

/** The parameters that the user fills in; header parameters come from the keys. */
export const parametersOf = ({ operation }: Endpoint) =>
  (operation.parameters ?? []).filter((parameter) => parameter.in !== "header");

/** Sends an operation's request with the form's values. Rejects when the server cannot be reached. */
export async function sendRequest({ endpoint, keys, values, type, text }: Filled): Promise<Answer> {
  const parameters = parametersOf(endpoint);
  const path = parameters.reduce(
    (so, { name, in: at }) =>
      at === "path" ? so.replace(`{${name}}`, encodeURIComponent(values[name] ?? "")) : so,
    endpoint.path,
  );
  const query = new URLSearchParams(
    parameters
      .filter(({ name, in: at }) => at === "query" && values[name])
      .map(({ name }) => [name, values[name] ?? ""]),
  );
  const began = performance.now();
  const response = await fetch(`${path}${query.size > 0 ? `?${query}` : ""}`, {
    method: endpoint.method,
    // The API does not use the dashboard's session.
    credentials: "omit",
    headers: {
      ...(keys.appId && { "x-app-id": keys.appId }),
      ...(keys.token && { authorization: `Bearer ${keys.token}` }),
      ...(type && { "content-type": type }),
    },
    ...(type && { body: text }),
  });
  const raw = await response.text();
  return {
    status: response.status,
    milliseconds: Math.round(performance.now() - began),
    body: parsed(raw),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
