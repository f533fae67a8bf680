"use client";

import { useEffect, useRef, useState } from "react";
import { CopyButton } from "../../../_components/copy-button.tsx";
import { CopyCode } from "../../../_components/copy-code.tsx";
import { RefusalText } from "../../../_components/refusal-text.tsx";
import { Alert } from "../../../_components/ui/alert.tsx";
import { Button } from "../../../_components/ui/button.tsx";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogFooter,
  DialogTrigger,
} from "../../../_components/ui/dialog.tsx";
import { Input } from "../../../_components/ui/input.tsx";
import { Label } from "../../../_components/ui/label.tsx";
import { reasonOf } from "../../../_lib/reason.ts";
import { useUnsaved } from "../../../_lib/unsaved.ts";
import { useAction } from "../../../_lib/use-loaded.ts";

/**
 * Switches two-factor authentication on: password, QR code, first code, recovery codes. It stays open afterwards, because the
 * recovery codes are shown only once.
 */
export function TwoFactorDialog({ isOn }: { isOn: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);
  const start = useAction((api, password: string) => api.account.startTotp.mutate({ password }), {
    isQuiet: true,
  });

  const release = useUnsaved(isOpen && codes !== null);

  function change(isNowOpen: boolean) {
    setIsOpen(isNowOpen);
    if (!isNowOpen) return;
    setCodes(null);
    start.reset();
  }

  return (
    <Dialog open={isOpen} onOpenChange={change}>
      {!isOn && (
        <DialogTrigger asChild>
          <Button size="small">Switch on</Button>
        </DialogTrigger>
      )}
      <DialogContent
        // The recovery codes are shown once: only the button that says they are saved closes the window.
        onClosing={() => Boolean(codes)}
        title={codes ? "Save your recovery codes" : "Two-factor authentication"}
        description={
          codes
            ? "Each code works once, in case you lose your device. They are shown only once."
            : start.data
              ? "Scan the code with an authenticator app, then type what it shows."
              : "Enter your password first, so that only you can add a second factor."
        }
      >
        {codes ? (
          <>
            <DialogBody>
              <ul className="grid grid-cols-2 gap-2 rounded-md border bg-subtle p-3 font-mono text-xs">
                {codes.map((code) => (
                  <li key={code}>{code}</li>
                ))}
              </ul>
              <CopyCode code={codes.join("\n")} label="Recovery codes" />
            </DialogBody>
            <DialogFooter>
              <Button
                onClick={() => {
                  release();
                  setIsOpen(false);
                }}
              >
                I have saved them
              </Button>
            </DialogFooter>
          </>
        ) : start.data ? (
          <FirstCode secret={start.data} onDone={setCodes} />
        ) : (
          <OwnPassword
            error={start.error}
            isPending={start.isPending}
            onSubmit={(password) => start.mutate(password)}
          />
        )}
      </DialogContent>
    </Dialog>
  );
}

/** A field that takes the focus when its value is refused. */
function useFocusedWhen(isRefused: boolean) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isRefused) field.current?.focus();
  }, [isRefused]);
  return field;
}

interface OwnPasswordProps {
  error: unknown;
  isPending: boolean;
  onSubmit: (password: string) => void;
}

function OwnPassword({ error, isPending, onSubmit }: OwnPasswordProps) {
  const [password, setPassword] = useState("");
  const field = useFocusedWhen(error !== null);
  return (
    <form
      className="flex min-h-0 flex-1 flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(password);
      }}
    >
      <DialogBody>
        <div className="space-y-1.5">
          <Label htmlFor="totp-password">Password</Label>
          <Input
            id="totp-password"
            ref={field}
            aria-invalid={error !== null || undefined}
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </div>
        <div role="alert">
          {error !== null && (
            <Alert tone="negative">
              <RefusalText>{reasonOf(error as Error)}</RefusalText>
            </Alert>
          )}
        </div>
      </DialogBody>
      <DialogFooter>
        <Button type="submit" disabled={isPending || password === ""}>
          Continue
        </Button>
      </DialogFooter>
    </form>
  );
}

interface Secret {
  secret: string;
  qr_svg: string;
  pending: string;
}

function FirstCode({ secret, onDone }: { secret: Secret; onDone: (codes: string[]) => void }) {
  const [code, setCode] = useState("");
  const confirm = useAction(
    (api, typed: string) => api.account.confirmTotp.mutate({ pending: secret.pending, code: typed }),
    { isQuiet: true },
  );
  const field = useFocusedWhen(confirm.error !== null);
  return (
    <form
      className="flex min-h-0 flex-1 flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        confirm.mutate(code, { onSuccess: ({ codes }) => onDone(codes) });
      }}
    >
      <DialogBody>
        {/* biome-ignore lint/performance/noImgElement: a data URL has nothing to optimise */}
        <img
          alt="QR code for an authenticator"
          src={`data:image/svg+xml;utf8,${encodeURIComponent(secret.qr_svg)}`}
          className="mx-auto size-44 rounded-md border bg-white"
        />
        <p className="flex flex-wrap items-center justify-center gap-2 text-xs text-muted">
          No camera? Type <CopyButton value={secret.secret} label="the secret" className="max-w-56" />
        </p>
        <div className="space-y-1.5">
          <Label htmlFor="totp-code">Code</Label>
          <Input
            id="totp-code"
            ref={field}
            aria-invalid={confirm.error !== null || undefined}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        </div>
        <div role="alert">
          {confirm.error && (
            <Alert tone="negative">
              <RefusalText>{reasonOf(confirm.error)}</RefusalText>
            </Alert>
          )}
        </div>
      </DialogBody>
      <DialogFooter>
        <Button type="submit" disabled={confirm.isPending || code.trim() === ""}>
          Switch on
        </Button>
      </DialogFooter>
    </form>
  );
}
