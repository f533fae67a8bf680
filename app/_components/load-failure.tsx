import { errorCode } from "../_lib/api.ts";
import { Alert } from "./ui/alert.tsx";
import { Button } from "./ui/button.tsx";

interface Failure {
  /** What could not be loaded, as the beginning of a sentence. */
  what: string;
  error: Error;
  onRetry: () => void;
}

/** Says what could not be loaded and why, and lets the reader try again. */
export function LoadFailure({ what, error, onRetry }: Failure) {
  const code = errorCode(error);
  return (
    <div role="alert" className="flex flex-col items-start gap-3">
      <Alert tone="negative" className="w-full">
        {what} could not be loaded. {code ? `${error.message} (${code})` : "The server could not be reached."}
      </Alert>
      <Button variant="secondary" size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
