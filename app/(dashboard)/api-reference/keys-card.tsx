"use client";

import { useState } from "react";
import { Alert } from "../../_components/ui/alert.tsx";
import { Button } from "../../_components/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../../_components/ui/card.tsx";
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
    <Card aria-label="Keys">
      <CardHeader>
        <CardTitle>Keys to try with</CardTitle>
        <span className="text-xs text-muted">{keys.token ? "Token at hand" : "They stay in this tab"}</span>
      </CardHeader>
      <div className="space-y-3 p-4">
        {tenant.tenantMode === "LIVE" && (
          <Alert>This is Live: what you send happens. Switch to Test to try things out.</Alert>
        )}
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
    </Card>
  );
}
