import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { errorName } from "./api.ts";

const FRESH_MS = 30_000;
const MAX_RETRIES = 2;

/** A cache of answers. onSignedOut hears that the session has ended. */
export function createQueryClient(onSignedOut: () => void = () => undefined): QueryClient {
  const onError = (error: Error) => {
    if (errorName(error) === "sign_in_required") onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // What the server has refused it refuses again; only a server out of reach is worth another try.
        retry: (failures, error) => errorName(error) === null && failures < MAX_RETRIES,
      },
    },
  });
}
