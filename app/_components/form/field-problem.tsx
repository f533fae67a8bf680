import { RefusalText } from "../refusal-text.tsx";

/** The error message of a field, under the id that the field's aria-describedby names. */
export function FieldProblem({ id, error }: { id: string; error: string | undefined }) {
  return (
    error && (
      <p id={`${id}-error`} className="text-xs text-pretty wrap-anywhere text-negative">
        <RefusalText>{error}</RefusalText>
      </p>
    )
  );
}
