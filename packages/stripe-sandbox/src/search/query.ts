import { invalid } from "../wire/failure.ts";

// Stripe's search query language: https://docs.stripe.com/search#search-query-language.

type Operator = ":" | "~" | ">" | ">=" | "<" | "<=";

interface Clause {
  isNegated: boolean;
  /** The field's name; the key of metadata beside it. */
  field: string;
  key: string | null;
  operator: Operator;
  /** null: the field is absent. */
  value: string | number | null;
}

/** Clauses that all hold, or of which one holds. */
interface Query {
  joint: "and" | "or";
  clauses: Clause[];
}

/** How a field can be searched: by its whole text or a part of it, by its whole text alone, or by its size. */
export type FieldKind = "number" | "string" | "token";

const MOST_CLAUSES = 10;
/** "Substring matches need at least three characters". */
const LEAST_PART = 3;

const CLAUSE =
  /^(-?)([a-z_.]+)(?:\[(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')\])?(>=|<=|[:~<>])(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|(null|NULL)|(\d+))(?=\s|$)/;
const JOINT = /^\s+(?:(and|or)\s+)?/i;

const UNREADABLE =
  'We were unable to parse your search query. Try using the format `metadata["key"]:"value"` to query for metadata or ' +
  'key:"value" to query for other fields.';

/** Reads a query for a resource with these fields; refused with Stripe's words when it is none, or asks for what cannot be searched. */
export function parseQuery(text: string, resource: string, fields: Record<string, FieldKind>): Query {
  const clauses: Clause[] = [];
  const joints = new Set<string>();
  let rest = text.trim();
  for (;;) {
    const match = CLAUSE.exec(rest);
    if (!match) throw invalid(UNREADABLE, { param: "query" });
    clauses.push(checked(clauseOf(match), resource, fields));
    rest = rest.slice(match[0].length);
    if (rest === "") break;
    const joint = JOINT.exec(rest);
    joints.add((joint?.[1] ?? "and").toLowerCase());
    rest = rest.slice(joint?.[0].length ?? 0);
  }
  if (joints.size > 1) throw invalid("A search query cannot combine AND with OR.", { param: "query" });
  if (clauses.length > MOST_CLAUSES)
    throw invalid(`A search query can have at most ${MOST_CLAUSES} clauses.`, { param: "query" });
  return { joint: joints.has("or") ? "or" : "and", clauses };
}

function clauseOf(match: RegExpExecArray): Clause {
  const [, minus, field = "", doubleKey, singleKey, operator, double, single, absent, digits] = match;
  const words = double ?? single;
  return {
    isNegated: minus === "-",
    field,
    key: unescaped(doubleKey ?? singleKey) ?? null,
    operator: operatorOf(operator),
    value: absent !== undefined ? null : words !== undefined ? (unescaped(words) ?? "") : Number(digits),
  };
}

const OPERATORS: Operator[] = [":", "~", ">", ">=", "<", "<="];

function operatorOf(text: string | undefined): Operator {
  const operator = OPERATORS.find((one) => one === text);
  if (!operator) throw invalid(UNREADABLE, { param: "query" });
  return operator;
}

function unescaped(text: string | undefined): string | undefined {
  return text?.replaceAll(/\\(.)/g, "$1");
}

function checked(clause: Clause, resource: string, fields: Record<string, FieldKind>): Clause {
  const { field, key, operator, value } = clause;
  const kind = fields[field];
  if (kind === undefined || (field === "metadata") !== (key !== null)) {
    const name = key === null ? field : `${field}["${key}"]`;
    throw invalid(
      `Field \`${name}\` is an unsupported search field for resource \`${resource}\`. See http://stripe.com/docs/search#query-fields-for-${resource} for a list of supported fields.`,
      { param: "query" },
    );
  }
  const isText = typeof value === "string";
  const fits =
    kind === "number"
      ? operator !== "~" && (typeof value === "number" || (value === null && operator === ":"))
      : operator === ":"
        ? isText || value === null
        : operator === "~" && kind === "string" && isText;
  if (!fits)
    throw invalid(`The operator \`${operator}\` cannot be used with this value of the field \`${field}\`.`, {
      param: "query",
    });
  if (operator === "~" && isText && value.length < LEAST_PART)
    throw invalid(`Substring matches need at least ${LEAST_PART} characters.`, { param: "query" });
  return clause;
}

/** Whether an object with these values of its fields is found. Texts are compared without regard to case. */
export function isFound(
  { joint, clauses }: Query,
  fieldOf: (field: string, key: string | null) => string | number | null,
): boolean {
  const holds = (clause: Clause) => isMatch(clause, fieldOf(clause.field, clause.key)) !== clause.isNegated;
  return joint === "and" ? clauses.every(holds) : clauses.some(holds);
}

function isMatch({ operator, value: wanted }: Clause, value: string | number | null): boolean {
  if (wanted === null) return value === null;
  if (value === null) return false;
  if (typeof wanted === "number" || typeof value === "number")
    return COMPARED[operator](Number(value), Number(wanted));
  const [whole, part] = [value.toLowerCase(), wanted.toLowerCase()];
  return operator === "~" ? whole.includes(part) : whole === part;
}

const COMPARED: Record<Operator, (value: number, wanted: number) => boolean> = {
  ":": (value, wanted) => value === wanted,
  "~": () => false,
  ">": (value, wanted) => value > wanted,
  ">=": (value, wanted) => value >= wanted,
  "<": (value, wanted) => value < wanted,
  "<=": (value, wanted) => value <= wanted,
};
