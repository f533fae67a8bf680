import { initTRPC } from "@trpc/server";
import { expect, it } from "vitest";
import { z } from "zod";
import { inputOf, proceduresOf } from "./trpc-parts.ts";

const t = initTRPC.meta<{ path: string }>().create();
const input = z.strictObject({ id: z.string() });
const router = t.router({
  plans: t.router({
    get: t.procedure
      .meta({ path: "/plans/{id}" })
      .input(input)
      .query(() => null),
    add: t.procedure.mutation(() => null),
  }),
});
const BREAKS = "REST routes and the OpenAPI document are made from it; see trpc-parts.ts";

it("tRPC's router._def.procedures holds every procedure by its dotted name, with its type and its meta", () => {
  expect(proceduresOf(router), `router._def has changed. ${BREAKS}.`).toEqual([
    { name: "plans.get", procedure: router.plans.get, type: "query", meta: { path: "/plans/{id}" } },
    { name: "plans.add", procedure: router.plans.add, type: "mutation", meta: undefined },
  ]);
});

it("tRPC's procedure._def.inputs holds the parser of the input", () => {
  expect(inputOf(router.plans.get), `procedure._def.inputs has changed. ${BREAKS}.`).toBe(input);
  expect(inputOf(router.plans.add)).toBeUndefined();
});
