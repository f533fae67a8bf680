"use client";

import { KeyRound } from "lucide-react";
import { useState } from "react";
import { Link } from "../../_components/link.tsx";
import { Alert } from "../../_components/ui/alert.tsx";
import { Button } from "../../_components/ui/button.tsx";
import { Input } from "../../_components/ui/input.tsx";
import { Label } from "../../_components/ui/label.tsx";
import { useDashboard } from "../../_lib/dashboard.tsx";
import type { Keys } from "./send-request.ts";

const FIELDS = [
  { name: "appId", label: "x-app-id" },
  { name: "clientId", label: "client_id" },
  { name: "clientSecret", label: "client_secret" },
] as const;

/** The keys for test requests. They are stored only in this tab's memory. */
export function KeysCard({ keys, onChange }: { keys: Keys; onChange: (keys: Keys) => void }) {
  const { tenant } = useDashboard();
  const [client, setClient] = useState({ clientId: "", clientSecret: "" });
  const [failure, setFailure] = useState<string | null>(null);
  const values = { appId: keys.appId, ...client };

  async function getToken() {
    setFailure(null);
    const response = await fetch("/v1/auth/token", {
      method: "POST",
      credentials: "omit",
      headers: { "content-type": "application/json", ...(keys.appId && { "x-app-id": keys.appId }) },
      body: JSON.stringify({
        grant_type: "client_credentials",
        client_id: client.clientId,
        client_secret: client.clientSecret,
      }),
    }).catch(() => null);
    const answer = await response?.json().catch(() => null);
    if (response?.ok) onChange({ ...keys, token: String(answer.access_token) });
    else setFailure(answer?.message ?? "The server could not be reached.");
  }

  return (
    <details className="group/keys border-b pb-3">
      <summary className="flex min-h-8 cursor-pointer list-none flex-wrap items-center gap-x-2 rounded-md text-[0.8125rem] hover:text-foreground [&::-webkit-details-marker]:hidden">
        <KeyRound aria-hidden className="size-4 text-muted" />
        <span className="font-medium">Keys to try with</span>
        <span className="flex-1 text-muted">{stateOf(keys)}</span>
        <span className="text-xs text-link group-open/keys:hidden">
          {keys.appId ? "Change" : "Enter keys"}
        </span>
      </summary>
      <div className="space-y-3 pt-3">
        {tenant.tenantMode === "LIVE" && (
          <Alert>This is Live: what you send happens. Switch to Test to try things out.</Alert>
        )}
        <p className="text-[0.8125rem] text-muted">
          Those of an{" "}
          <Link href="/applications" className="rounded text-link hover:underline">
            application
          </Link>
          . They stay in this tab.
        </p>
        <div className="grid gap-3 sm:grid-cols-[repeat(3,minmax(0,1fr))_auto] sm:items-end">
          {FIELDS.map(({ name, label }) => (
            <div key={name} className="space-y-1">
              <Label htmlFor={`keys-${name}`}>
                <code className="font-mono text-xs">{label}</code>
              </Label>
              <Input
                id={`keys-${name}`}
                type={name === "clientSecret" ? "password" : "text"}
                autoComplete="off"
                value={values[name]}
                onChange={(event) =>
                  name === "appId"
                    ? onChange({ ...keys, appId: event.target.value })
                    : setClient({ ...client, [name]: event.target.value })
                }
              />
            </div>
          ))}
          <Button
            variant="secondary"
            disabled={client.clientId === "" || client.clientSecret === ""}
            onClick={() => void getToken()}
          >
            Get a token
          </Button>
        </div>
        {failure && <Alert tone="negative">{failure}</Alert>}
      </div>
    </details>
  );
}

function stateOf({ appId, token }: Keys): string {
  if (token) return "Token at hand";
  return appId ? "No token yet" : "None yet";
}
