"use client";

import { useEntitlement } from "@usher/client/react";
import { useActionState } from "react";
import { saveSingleSignOn } from "./actions.ts";

/** A paid feature: locked here for who has it not, and refused by the server whatever the page shows. */
export function SingleSignOn() {
  const { allowed } = useEntitlement("sso");
  const [outcome, save, isPending] = useActionState(saveSingleSignOn, null);
  return (
    <section className="card" aria-labelledby="sso">
      <h2 id="sso">Single sign-on</h2>
      <p className="muted">Let your team sign in with your own identity provider.</p>
      {allowed ? (
        <form action={save}>
          <label>
            Issuer
            <input name="issuer" type="url" required placeholder="https://id.example.com" />
          </label>
          <button type="submit" className="button primary" disabled={isPending}>
            Save
          </button>
        </form>
      ) : (
        <p className="locked">
          <LockMark />
          Part of Scale. <a href="#plan">See the plans</a>
        </p>
      )}
      <p role="status" className={outcome?.isRefused ? "error" : "positive"}>
        {outcome?.message}
      </p>
    </section>
  );
}

function LockMark() {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d="M5 7V5a3 3 0 0 1 6 0v2" fill="none" stroke="currentColor" strokeWidth="1.6" />
      <rect x="3" y="7" width="10" height="7" rx="1.6" fill="currentColor" />
    </svg>
  );
}
