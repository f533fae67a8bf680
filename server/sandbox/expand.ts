import type { Store } from "./store.ts";
import { invalid } from "./wire/failure.ts";

/** Fields that are there only when they are asked for. */
const ON_DEMAND: Record<string, string[]> = { invoice: ["confirmation_secret"] };

type Json = Record<string, unknown>;

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The answer with the wanted ids replaced by their objects, and without what has to be asked for. */
export async function expand(store: Store, answer: object, paths: string[]): Promise<object> {
  const body: unknown = JSON.parse(JSON.stringify(answer));
  const wanted = paths.map((path) => path.split("."));
  for (const path of wanted) await follow(store, body, path, path.join("."));
  hide(body, wanted);
  return isObject(body) ? body : answer;
}

async function follow(store: Store, at: unknown, [field, ...rest]: string[], whole: string): Promise<void> {
  if (field === undefined) return;
  if (Array.isArray(at)) {
    for (const element of at) await follow(store, element, [field, ...rest], whole);
    return;
  }
  if (!isObject(at) || !Object.hasOwn(at, field))
    throw invalid(`This property cannot be expanded (${whole}).`, { param: "expand" });
  const value = at[field];
  if (typeof value === "string") {
    const found = await store.findAny(value);
    if (found) at[field] = JSON.parse(JSON.stringify(found));
  }
  if (rest.length > 0 && at[field] !== null) await follow(store, at[field], rest, whole);
}

/** Takes away what must be asked for, unless a path ends in it. */
function hide(value: unknown, paths: string[][]): void {
  if (Array.isArray(value)) for (const element of value) hide(element, paths);
  if (!isObject(value)) return;
  for (const field of ON_DEMAND[String(value.object)] ?? []) {
    if (!paths.some((path) => path.at(-1) === field)) delete value[field];
  }
  for (const inner of Object.values(value)) hide(inner, paths);
}
