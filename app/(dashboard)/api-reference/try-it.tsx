"use client";

import { useId, useState } from "react";
import { JsonView } from "../../_components/json-view.tsx";
import { Alert } from "../../_components/ui/alert.tsx";
import { Badge } from "../../_components/ui/badge.tsx";
import { Button } from "../../_components/ui/button.tsx";
import { Input } from "../../_components/ui/input.tsx";
import { Label } from "../../_components/ui/label.tsx";
import { Textarea } from "../../_components/ui/textarea.tsx";
import { type Document, type Endpoint, exampleOf } from "./openapi.ts";

export interface Keys {
  appId: string;
  token: string;
}

interface Answer {
  status: number;
  milliseconds: number;
  body: unknown;
}

/** Sends the operation's request as it is filled in, and shows what comes back. */
export function TryIt({ document, endpoint, keys }: { document: Document; endpoint: Endpoint; keys: Keys }) {
  const id = useId();
  const { method, path, operation } = endpoint;
  const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in !== "header");
  const [type, body] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const [values, setValues] = useState<Record<string, string>>({});
  const [text, setText] = useState(() =>
    type === "application/json" ? JSON.stringify(exampleOf(document, body?.schema), null, 2) : "",
  );
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function send() {
    setIsBusy(true);
    setFailure(null);
    const filled = parameters.reduce(
      (so, { name, in: at }) =>
        at === "path" ? so.replace(`{${name}}`, encodeURIComponent(values[name] ?? "")) : so,
      path,
    );
    const query = new URLSearchParams(
      parameters
        .filter(({ name, in: at }) => at === "query" && values[name])
        .map(({ name }) => [name, values[name] ?? ""]),
    );
    const began = performance.now();
    try {
      const response = await fetch(`${filled}${query.size > 0 ? `?${query}` : ""}`, {
        method,
        // The dashboard's own session has no say in the API.
        credentials: "omit",
        headers: {
          ...(keys.appId && { "x-app-id": keys.appId }),
          ...(keys.token && { authorization: `Bearer ${keys.token}` }),
          ...(type && { "content-type": type }),
        },
        ...(type && { body: text }),
      });
      const raw = await response.text();
      setAnswer({
        status: response.status,
        milliseconds: Math.round(performance.now() - began),
        body: parsed(raw),
      });
    } catch {
      setFailure("The server could not be reached.");
    }
    setIsBusy(false);
  }

  return (
    <form
      className="space-y-3 p-4"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {parameters.map(({ name, required }) => (
        <div key={name} className="space-y-1">
          <Label htmlFor={`${id}-${name}`}>
            <code className="font-mono text-xs">{name}</code>
          </Label>
          <Input
            id={`${id}-${name}`}
            value={values[name] ?? ""}
            required={required}
            onChange={(event) => setValues({ ...values, [name]: event.target.value })}
          />
        </div>
      ))}
      {type && (
        <div className="space-y-1">
          <Label htmlFor={`${id}-body`}>Body, {type}</Label>
          <Textarea
            id={`${id}-body`}
            value={text}
            rows={8}
            spellCheck={false}
            onChange={(event) => setText(event.target.value)}
            className="font-mono text-xs sm:text-xs"
          />
        </div>
      )}
      <Button type="submit" size="small" disabled={isBusy}>
        {isBusy ? "Sending…" : "Send"}
      </Button>
      {failure && <Alert tone="negative">{failure}</Alert>}
      <div role="status">
        {answer && (
          <>
            <p className="mb-1.5 flex items-center gap-2 text-xs text-muted">
              <Badge tone={answer.status < 300 ? "positive" : "negative"}>{answer.status}</Badge>
              {answer.milliseconds} ms
            </p>
            {typeof answer.body === "string" ? (
              <pre className="max-h-96 overflow-auto rounded-md border bg-subtle p-3 font-mono text-xs">
                {answer.body || "(empty)"}
              </pre>
            ) : (
              <JsonView value={answer.body} label="Answer" />
            )}
          </>
        )}
      </div>
    </form>
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
