import { Alert } from "../_components/ui/alert.tsx";
import { Button } from "../_components/ui/button.tsx";
import { Input } from "../_components/ui/input.tsx";
import { Label } from "../_components/ui/label.tsx";
import { pageWords } from "../_i18n/translator.ts";

/** Asks for an invitation code and opens the given page with it. */
export async function CodeForm({
  action,
  code,
  fault,
}: {
  action: string;
  code?: string | undefined;
  fault?: string;
}) {
  const [words, common] = [await pageWords("account"), await pageWords("common")];
  return (
    <form action={action} method="get" className="mt-6 space-y-4">
      {fault && (
        <Alert tone="negative" id="code-error" role="alert">
          {fault}
        </Alert>
      )}
      <div className="space-y-1.5">
        <Label htmlFor="code">{common("code")}</Label>
        <Input
          id="code"
          name="code"
          required
          maxLength={64}
          defaultValue={code}
          autoComplete="off"
          spellCheck={false}
          aria-describedby={fault ? "code-error" : undefined}
          className="h-11 font-mono tracking-wide"
        />
      </div>
      <Button type="submit" className="h-11 w-full text-base">
        {words("redeem")}
      </Button>
    </form>
  );
}
