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
import { type Answer, type Keys, parametersOf, sendRequest } from "./send-request.ts";

/** Sends the operation's request with the form's values and shows the response. */
export function TryIt({ document, endpoint, keys }: { document: Document; endpoint: Endpoint; keys: Keys }) {
  const id = useId();
  const { operation } = endpoint;
  const parameters = parametersOf(endpoint);
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
    try {
      setAnswer(await sendRequest({ endpoint, keys, values, type, text }));
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
      <div role="status">{answer && <AnswerView answer={answer} />}</div>
    </form>
  );
}

function AnswerView({ answer }: { answer: Answer }) {
  return (
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
  );
}
