import { join } from "node:path";
export async function buildNextRival(): Promise<string> {
  return join(import.meta.dirname, "x");
}
