import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

// What node:24-slim holds: Debian's required packages, Node with npm, and the account `node`.

const ACCOUNTS = `root:x:0:0:root:/root:/bin/sh
nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin
node:x:1000:1000::/home/node:/bin/sh
`;
const GROUPS = "root:x:0:\nnogroup:x:65534:\nnode:x:1000:\n";

/** The folders that Debian keeps below /usr, with a link in their old place. */
const MERGED = ["bin", "sbin", "lib", "lib32", "lib64", "libx32"];

/**
 * Fills a new folder with a Debian that has only what every Debian has, from this machine's own packages, and with Node as
 * the official image has it. `node` is the program.
 */
export function makeDebianRoot(root: string, node: string): void {
  for (const name of [
    "dev",
    "proc",
    "tmp",
    "usr/local/bin",
    "usr/local/lib/node_modules",
    "root",
    "home/node",
  ])
    mkdirSync(join(root, name), { recursive: true });
  for (const name of MERGED) {
    if (!existsSync(`/${name}`)) continue;
    const target = readlinkSync(`/${name}`);
    mkdirSync(join(root, target), { recursive: true });
    symlinkSync(target, join(root, name));
  }
  const files = execFileSync("dpkg-query", ["--listfiles", ...requiredPackages()], { encoding: "utf8" })
    .split("\n")
    .filter(
      (path) => path !== "/." && !/^\/usr\/share\/(doc|man|locale|info)\//.test(path) && existsSync(path),
    );
  const from = ["-C", "/", "--no-recursion", "--null", "-T", "-", "-cf", "-"];
  const archive = execFileSync("tar", from, {
    input: files.map((path) => `.${path}`).join("\0"),
    maxBuffer: 2 ** 30,
    stdio: ["pipe", "pipe", "ignore"],
  });
  execFileSync("tar", ["-C", root, "--keep-directory-symlink", "-xf", "-"], { input: archive });
  writeFileSync(join(root, "etc/passwd"), ACCOUNTS);
  writeFileSync(join(root, "etc/group"), GROUPS);
  for (const name of ["etc/resolv.conf", "etc/hosts"])
    cpSync(`/${name}`, join(root, name), { dereference: true });
  execFileSync("chown", ["1000:1000", join(root, "home/node")]);
  execFileSync("chmod", ["1777", join(root, "tmp")]);
  cpSync(node, join(root, "usr/local/bin/node"));
  const npm = execFileSync("sh", ["-c", 'readlink -f "$(command -v npm)"'], { encoding: "utf8" }).trim();
  cpSync(dirname(dirname(npm)), join(root, "usr/local/lib/node_modules/npm"), { recursive: true });
  symlinkSync("../lib/node_modules/npm/bin/npm-cli.js", join(root, "usr/local/bin/npm"));
}

/** Packages that every Debian has, and what those need. */
function requiredPackages(): string[] {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg's own placeholders.
  const format = "${Package}\t${Essential}\t${Priority}\t${Pre-Depends}, ${Depends}\n";
  const rows = execFileSync("dpkg-query", ["--show", `--showformat=${format}`], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((line) => line.split("\t"));
  const needs = new Map(
    rows.map(([name = "", , , depends = ""]) => [
      name,
      depends.split(/[,|]/).map((one) => one.trim().split(/[ :(]/)[0] ?? ""),
    ]),
  );
  const wanted = rows
    .filter(([, essential, priority]) => essential === "yes" || priority === "required")
    .map(([name = ""]) => name);
  for (const name of wanted)
    for (const need of needs.get(name) ?? [])
      if (needs.has(need) && !wanted.includes(need)) wanted.push(need);
  return wanted;
}
