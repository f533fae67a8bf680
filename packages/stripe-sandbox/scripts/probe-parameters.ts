import { choicesOf, knownFields, knownName } from "../src/parameters/check-parameters.ts";
import type { Fields, KnownType } from "../src/parameters/known-type.ts";
import { ROUTES } from "../src/routes/all.ts";
import type { Call, Route } from "../src/routes/route.ts";
import { Store } from "../src/store.ts";
import { ParameterRefusal } from "../src/wire/failure.ts";
import { bracketed } from "../src/wire/wording.ts";

/** A parameter that the SDK's types know, and a value that they allow. */
export interface KnownParameter {
  route: string;
  method: Route["method"];
  /** The route's path with an id in place of each placeholder. */
  url: string;
  path: PropertyKey[];
  param: string;
  type: KnownType;
  /** The route's parameters with this one alone. */
  sent: Sent;
  /** The same with a text in its place. */
  sending(value: string): Sent;
}

export type Sent = { [name: string]: string | Sent | (string | Sent)[] };

/** What the sandbox takes of a parameter. */
export interface Support {
  parameter: KnownParameter;
  isTaken: boolean;
  /** Of a taken one, the choices that are missing; "" where it cannot be unset. */
  missing: string[];
}

/** The routes that the SDK has, too. */
export function sdkRoutes(): { route: Route; name: string; fields: Fields }[] {
  return ROUTES.flatMap((route) => {
    const name = knownName(route.method, route.path);
    const fields = knownFields(name);
    return fields ? [{ route, name, fields }] : [];
  });
}

/**
 * For every parameter that the SDK's types know: whether a schema of the sandbox's takes it. What lies in one that is not taken is
 * left out. Runs the handlers as far as their parameters are read, without a database.
 */
export async function supportOfAll(): Promise<Support[]> {
  const all: Support[] = [];
  for (const { route, fields } of sdkRoutes()) await probeFields(route, fields, [], all);
  return all;
}

async function probeFields(route: Route, fields: Fields, outer: Step[], all: Support[]): Promise<void> {
  for (const [name, type] of Object.entries(fields)) {
    if (outer.length === 0 && name === "expand") continue;
    const steps = [...outer, { name, isInList: listOf(type) !== null }];
    const parameter = parameterAt(route, steps, type);
    const refusal = await refusalOf(route, parameter.sent);
    const isTaken = !(refusal?.value === null && bracketed(refusal.path) === parameter.param);
    all.push({ parameter, isTaken, missing: isTaken ? await missingChoices(route, steps, type) : [] });
    const inner = fieldsOf(listOf(type) ?? type);
    if (isTaken && inner) await probeFields(route, inner, steps, all);
  }
}

/** The objects among a route's parameters, its own included, each with what it is known to hold. */
export function objectsOf(
  fields: Fields,
): { fields: Fields; holding(inner: Sent): Sent; path: PropertyKey[] }[] {
  return [
    { fields, path: [], holding: (inner) => inner },
    ...Object.entries(fields).flatMap(([name, type]) => {
      const element = listOf(type);
      const within = fieldsOf(element ?? type);
      if (!within) return [];
      const step = { name, isInList: element !== null };
      return objectsOf(within).map((one) => ({
        fields: one.fields,
        path: [...(step.isInList ? [name, 0] : [name]), ...one.path],
        holding: (inner: Sent) => nest([step], element ? [one.holding(inner)] : one.holding(inner)),
      }));
    }),
  ];
}

/** One level of a parameter's path. */
interface Step {
  name: string;
  isInList: boolean;
}

async function missingChoices(route: Route, steps: Step[], type: KnownType): Promise<string[]> {
  const element = listOf(type);
  const missing: string[] = [];
  for (const choice of new Set([...choicesOf(type), ...(element ? choicesOf(element) : [])])) {
    const isOfElement = element !== null && choicesOf(element).includes(choice);
    const refusal = await refusalOf(route, nest(steps, isOfElement ? [choice] : choice));
    if (refusal?.value === choice) missing.push(choice);
  }
  return missing;
}

function parameterAt(route: Route, steps: Step[], type: KnownType): KnownParameter {
  const path = steps.flatMap(({ name, isInList }, index) =>
    isInList && index < steps.length - 1 ? [name, 0] : [name],
  );
  return {
    route: knownName(route.method, route.path),
    method: route.method,
    url: route.path.replaceAll(/:\w+/g, "none"),
    path,
    param: bracketed(path),
    type,
    sent: nest(steps, sample(type)),
    sending: (value) => nest(steps, value),
  };
}

/** A value that a type allows. */
function sample(type: KnownType): string | Sent | (string | Sent)[] {
  if (type === "string") return "text";
  if (type === "number") return "1";
  if (type === "boolean") return "true";
  if (type === "map") return { key: "value" };
  if ("choices" in type) return type.choices.find((one) => one !== "") ?? "";
  if ("list" in type) {
    const element = sample(type.list);
    return [Array.isArray(element) ? "" : element];
  }
  // An object is probed by its own parameters: here it carries the first of them.
  if ("fields" in type) {
    const [first] = Object.entries(type.fields);
    return first ? { [first[0]]: sample(first[1]) } : {};
  }
  const branch = type.any.find((one) => typeof one === "object" && "fields" in one) ?? type.any.at(-1);
  return branch === undefined ? "" : sample(branch);
}

function nest(steps: Step[], value: string | Sent | (string | Sent)[]): Sent {
  const [first, ...rest] = steps;
  if (!first) throw new Error("A parameter has a name.");
  if (rest.length === 0) return { [first.name]: value };
  const inner = nest(rest, value);
  return { [first.name]: first.isInList ? [inner] : inner };
}

function listOf(type: KnownType): KnownType | null {
  const among = typeof type === "object" && "any" in type ? type.any : [type];
  const list = among.find((one) => typeof one === "object" && "list" in one);
  return typeof list === "object" && "list" in list ? list.list : null;
}

function fieldsOf(type: KnownType): Fields | null {
  const among = typeof type === "object" && "any" in type ? type.any : [type];
  const object = among.find((one) => typeof one === "object" && "fields" in one);
  return typeof object === "object" && "fields" in object ? object.fields : null;
}

/** How a handler's schema refuses parameters; null when it takes them, or refuses them for another reason. */
async function refusalOf(route: Route, params: Sent): Promise<ParameterRefusal | null> {
  // A store that was never opened: asking it for an object is an error.
  const call: Call = { ids: ["none", "none"], params, isSecret: true, store: Object.create(Store.prototype) };
  try {
    await route.handle(call);
    return null;
  } catch (error) {
    return error instanceof ParameterRefusal ? error : null;
  }
}

/** Whether a handler refuses a name that is in no schema before it asks for anything. */
export async function readsFirst(route: Route): Promise<boolean> {
  const refusal = await refusalOf(route, { no_such_parameter: "1" });
  return refusal?.value === null;
}
