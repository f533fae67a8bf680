"use client";

import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTell } from "../_components/toaster.tsx";
import { type Api, errorName, isConflict } from "./api.ts";
import { useDashboard } from "./dashboard.tsx";
import { explainFailure } from "./explain-failure.ts";
import { isAtLeast, type Role } from "./roles.ts";

interface Options<T> {
  isWanted?: boolean;
  /** Load again after so many milliseconds, or as often as what was loaded last asks for. */
  refetchInterval?: number | false | ((data: T | undefined) => number | false);
  /** Show what was there while the next is on its way. */
  keepsPrevious?: boolean;
}

/** Something of the tenant's, loaded once and kept under its name and arguments. */
export function useLoaded<T>(
  name: string,
  input: unknown,
  load: (api: Api, signal: AbortSignal) => Promise<T>,
  { isWanted = true, refetchInterval = false, keepsPrevious = false }: Options<T> = {},
) {
  const { api, tenant } = useDashboard();
  return useQuery({
    queryKey: [tenant.tenantId, name, input],
    queryFn: ({ signal }) => load(api, signal),
    enabled: isWanted,
    refetchInterval:
      typeof refetchInterval === "function" ? ({ state }) => refetchInterval(state.data) : refetchInterval,
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
  });
}

interface ActionOptions<Output> {
  done?: string | ((output: Output) => string);
  isQuiet?: boolean;
  /** The name under which what is gone afterwards was loaded: it is not asked for again. */
  gone?: string;
  /** A window that shows what it is about: after a refusal it is read anew at once, and the window stays. */
  rereads?: boolean;
  /** Another page follows: what this one shows is not asked for again. */
  leaves?: boolean;
}

/**
 * Carries out an action, shows a toast with the outcome, and invalidates all loaded data of the tenant. After a refusal because
 * somebody changed something meanwhile the page is read anew; a window that shows the refusal itself (isQuiet) stays as it is until
 * it is closed, or goes on with what was read (rereads).
 */
export function useAction<Input, Output>(
  act: (api: Api, input: Input) => Promise<Output>,
  { done, isQuiet = false, gone, rereads = false, leaves = false }: ActionOptions<Output> = {},
) {
  const { api, tenant } = useDashboard();
  const queryClient = useQueryClient();
  const tell = useTell();
  const { tenantId } = tenant;
  const isOutdated = useRef(false);
  const running = useRef(new Map<string | undefined, Promise<Output>>());
  const announced = useRef<unknown>(null);
  useEffect(
    () => () => {
      if (isOutdated.current) void queryClient.invalidateQueries({ queryKey: [tenantId] });
    },
    [queryClient, tenantId],
  );
  return useMutation({
    // A double click asks twice before the button is disabled: the same thing is done once.
    mutationFn: (input: Input) => {
      const asked = JSON.stringify(input);
      const known = running.current.get(asked);
      if (known) return known;
      const began = act(api, input).finally(() => running.current.delete(asked));
      running.current.set(asked, began);
      return began;
    },
    onSuccess: async (output) => {
      await queryClient.invalidateQueries({
        queryKey: [tenantId],
        predicate: ({ queryKey }) => gone === undefined || queryKey[1] !== gone,
        refetchType: leaves ? "none" : "active",
      });
      // Last: who reads it finds the page as it says, and a form that has forgotten what was typed.
      const isAnnounced = typeof output === "object" && output !== null && announced.current === output;
      announced.current = output;
      if (done && !isAnnounced) tell(typeof done === "string" ? done : done(output));
    },
    onError: async (error) => {
      if (rereads) {
        // Before the refusal is shown: it may name what the window has only now.
        if (errorName(error) !== null) await queryClient.invalidateQueries({ queryKey: [tenantId] });
      } else if (isQuiet) isOutdated.current = isConflict(error);
      else if (isConflict(error)) void queryClient.invalidateQueries({ queryKey: [tenantId] });
      const isAnnounced = announced.current === error;
      announced.current = error;
      if (!isQuiet && !isAnnounced) tell(await explainFailure(error), "negative");
    },
  });
}

/** Whether the member's role may do what `least` may. */
export function useMay(least: Role): boolean {
  return isAtLeast(useDashboard().tenant.role, least);
}
