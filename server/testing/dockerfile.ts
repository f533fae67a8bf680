import { readFileSync } from "node:fs";
import { join, matchesGlob } from "node:path";

const ROOT = join(import.meta.dirname, "..", "..");

/** One instruction of the Dockerfile: its name and what stands behind it, continued lines joined. */
interface Instruction {
  name: string;
  text: string;
}

/** A stage of the build: the image that it begins with, and what is done to it. */
export interface Stage {
  from: string;
  /** As others name it in `COPY --from`. */
  name: string | null;
  instructions: Instruction[];
}

/** The stages of the project's Dockerfile in their order: https://docs.docker.com/reference/dockerfile/. */
export function readDockerfile(): Stage[] {
  const lines = readFileSync(join(ROOT, "Dockerfile"), "utf8")
    .split("\n")
    .filter((line) => !/^\s*#/.test(line))
    .join("\n")
    .replaceAll(/\\\n\s*/g, "")
    .split("\n")
    .filter((line) => line.trim() !== "");
  const stages: Stage[] = [];
  for (const line of lines) {
    const [, name = "", text = ""] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    const [, from = "", , as = null] = name === "FROM" ? (/^(\S+)( AS (\S+))?$/.exec(text) ?? []) : [];
    if (name === "FROM") stages.push({ from, name: as, instructions: [] });
    else stages.at(-1)?.instructions.push({ name, text });
  }
  return stages;
}

const PATTERNS = readFileSync(join(ROOT, ".dockerignore"), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"));

/** Whether .dockerignore keeps a path, relative to the project's folder, out of the build. */
export const isIgnored = (path: string): boolean =>
  PATTERNS.some((pattern) => matchesGlob(path, pattern) || matchesGlob(path, `${pattern}/**`));
