"use client";

import { useState } from "react";
import { RequestPasswordReset } from "../../../server/domain/auth/schema.ts";
import { showEmail } from "../../../server/platform/show-email.ts";
import { PublicForm } from "../../_components/public-form.tsx";
import { Alert } from "../../_components/ui/alert.tsx";

const FIELDS = [
  {
    name: "email",
    label: "E-mail address",
    kind: "email" as const,
    isRequired: true,
    autoComplete: "username",
  },
];

/** Asks for the link. What it answers is the same whether the address is a member's or not. */
export default function ForgotPasswordForm() {
  const [email, setEmail] = useState<string | null>(null);
  if (email !== null)
    return (
      <Alert>
        If {showEmail(email)} is a member&apos;s address, a mail with a link was sent to it. The link works
        for 30 minutes.
      </Alert>
    );
  return (
    <PublicForm
      schema={RequestPasswordReset}
      fields={FIELDS}
      submit="Send the link"
      act={async (api, input) => {
        await api.members.requestReset.mutate(input);
        setEmail(input.email);
        return null;
      }}
    />
  );
}
