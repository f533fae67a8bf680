import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** Generated, or no part of what is built: a change there makes nothing stale. */
const IGNORED = [
  /\.test\.tsx?$/,
  /^server\/platform\/database\/client(\/|$)/,
  /^server\/testing(\/|$)/,
  /\/built$/,
];

/**
 * Remembers, in one stamp file, from which inputs a result was made.
 * Sizes and modification times are compared first; only when they differ are contents read, so that a fresh
 * checkout of the same files is not a change.
 */
export function fingerprint(root, stampFile, inputs, salt = "") {
  const files = inputs.flatMap((input) => list(root, join(root, input))).sort();
  const glance = digest(files.map((file) => `${file} ${glanceOf(join(root, file))}`).concat(salt));
  const read = () =>
    digest(files.map((file) => `${file} ${digest([readFileSync(join(root, file))])}`).concat(salt));
  return {
    /** Was the result made from what the inputs are now? */
    isCurrent() {
      if (!existsSync(stampFile)) return false;
      const stamp = JSON.parse(readFileSync(stampFile, "utf8"));
      if (stamp.glance === glance) return true;
      const content = read();
      if (stamp.content !== content) return false;
      write(stampFile, { glance, content });
      return true;
    },
    /** To be called before the result is made anew: half a result must not pass for a whole one. */
    forget() {
      rmSync(stampFile, { force: true });
    },
    /** To be called when the result is there. */
    remember() {
      write(stampFile, { glance, content: read() });
    },
  };
}

function write(file, stamp) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(stamp));
}

function list(root, path) {
  const name = relative(root, path).replaceAll("\\", "/");
  if (!existsSync(path) || IGNORED.some((pattern) => pattern.test(name))) return [];
  if (!statSync(path).isDirectory()) return [name];
  return readdirSync(path).flatMap((entry) => list(root, join(path, entry)));
}

function glanceOf(path) {
  const { size, mtimeMs } = statSync(path);
  return `${size} ${mtimeMs}`;
}

function digest(parts) {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part).update("\n");
  return hash.digest("hex");
}
