export type WaitlistStatus = "PENDING" | "INVITED" | "REGISTERED" | "REJECTED";

/** The allowed transitions. An invitation that is revoked or expires puts the entry back to PENDING. */
export const ENTRY_TRANSITIONS: Record<WaitlistStatus, readonly WaitlistStatus[]> = {
  PENDING: ["INVITED", "REGISTERED", "REJECTED"],
  INVITED: ["REGISTERED", "REJECTED", "PENDING"],
  REGISTERED: [],
  REJECTED: ["PENDING"],
};

/** Whether an entry may go from one status to another. */
export function mayEntryBecome(from: WaitlistStatus, to: WaitlistStatus): boolean {
  return ENTRY_TRANSITIONS[from].includes(to);
}

const MAX_BYTES = 16_384;
const MAX_KEYS = 50;
const DEEPEST = 10;

/** Why free-form metadata cannot be kept; null when it can. Keys are counted at all depths. */
export function metadataFault(metadata: object): "size" | "keys" | "depth" | "characters" | null {
  const text = JSON.stringify(metadata);
  if (Buffer.byteLength(text) > MAX_BYTES) return "size";
  // PostgreSQL keeps neither NUL nor half a surrogate pair; JSON.stringify writes both as escapes.
  if (/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/i.test(text)) return "characters";
  return shapeFault(metadata);
}

function shapeFault(root: object): "keys" | "depth" | null {
  let keys = 0;
  const stack: { value: unknown; depth: number }[] = [{ value: root, depth: 1 }];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { value, depth } = next;
    if (typeof value !== "object" || value === null) continue;
    if (depth > DEEPEST) return "depth";
    if (!Array.isArray(value)) keys += Object.keys(value).length;
    if (keys > MAX_KEYS) return "keys";
    for (const inner of Object.values(value)) stack.push({ value: inner, depth: depth + 1 });
  }
  return null;
}
