import type { Field } from "./form-view.tsx";

const MIN_PASSWORD_LENGTH = 8;

/** The field in which a visitor chooses a password; its name is `password`. */
export function newPasswordField(label: string, hint: string): Field {
  return {
    name: "password",
    label,
    type: "password",
    autoComplete: "new-password",
    hint,
    minLength: MIN_PASSWORD_LENGTH,
  };
}
