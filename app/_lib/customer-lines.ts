import { shown } from "./shown.ts";

interface Named {
  name: string | null;
  email: string | null;
  external_id: string;
}

/** What a list shows of a customer, the first line the most telling; the second is null where it would repeat the first. */
export function customerLines({ name, email, external_id: externalId }: Named): [string, string | null] {
  const [first = externalId, second = null] = [...new Set([name || null, email || null, externalId])].filter(
    (line) => line !== null,
  );
  return [shown(first), second && shown(second)];
}
