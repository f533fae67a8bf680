"use client";

import { Button } from "../../_components/ui/button.tsx";

interface Props {
  providers: { id: string; name: string }[];
  /** Where it leads afterwards. */
  page: string;
}

/** Sign-in by an account elsewhere, where the configuration names any. */
export function SignInElsewhere({ providers, page }: Props) {
  if (providers.length === 0) return null;
  return (
    <div className="mt-5 space-y-2 border-t pt-5">
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          variant="secondary"
          className="w-full"
          onClick={() =>
            void import("next-auth/react").then(({ signIn }) => signIn(id, { callbackUrl: page }))
          }
        >
          Continue with {name}
        </Button>
      ))}
    </div>
  );
}
