type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Fields whose keys are the caller's own. */
const FREE = new Set(["metadata", "payment_method_options", "fraud_details"]);

function kindOf(value: Json): string {
  return Array.isArray(value) ? "array" : typeof value;
}

/**
 * How an object's shape differs from a published one: fields that one of them lacks, and fields of another JSON type. Null
 * matches any type; lists are compared by their first elements.
 */
export function compareShapes(actual: Json, published: Json, path: string): string[] {
  if (actual === null || published === null) return [];
  if (kindOf(actual) !== kindOf(published))
    return [`${path}: ${kindOf(actual)} instead of ${kindOf(published)}`];
  if (Array.isArray(actual) && Array.isArray(published)) {
    const [first] = actual;
    const [wanted] = published;
    return first === undefined || wanted === undefined ? [] : compareShapes(first, wanted, `${path}[]`);
  }
  if (typeof actual !== "object" || typeof published !== "object") return [];
  const ours = new Map(Object.entries(actual));
  const theirs = new Map(Object.entries(published));
  const missing = [...theirs.keys()]
    .filter((name) => !ours.has(name))
    .map((name) => `${path}.${name}: missing`);
  const extra = [...ours.keys()].filter((name) => !theirs.has(name)).map((name) => `${path}.${name}: extra`);
  const within = [...ours].flatMap(([name, value]) => {
    const other = theirs.get(name);
    return other === undefined || FREE.has(name) ? [] : compareShapes(value, other, `${path}.${name}`);
  });
  return [...missing, ...extra, ...within];
}
