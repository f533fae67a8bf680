"use client";

import { ConfirmPasswordReset } from "../../../server/domain/auth/schema.ts";
import { PublicForm } from "../../_components/public-form.tsx";

const FIELDS = [
  {
    name: "password",
    label: "New password",
    kind: "password" as const,
    isRequired: true,
    autoComplete: "new-password",
    hint: "At least 8 characters.",
  },
];

/** The new password of the member who has the link. They sign in with it, and with their second factor where they have one. */
export default function ResetPasswordForm({ token }: { token: string }) {
  return (
    <PublicForm
      schema={ConfirmPasswordReset}
      fields={FIELDS}
      fixed={{ token }}
      submit="Change password"
      act={async (api, input) => {
        await api.members.confirmReset.mutate(input);
        window.location.assign("/sign-in?reset=done");
        return null;
      }}
    />
  );
}
