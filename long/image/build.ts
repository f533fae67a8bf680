import { execFileSync, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { isIgnored, readDockerfile, type Stage } from "../../server/testing/dockerfile.ts";
import { makeDebianRoot } from "./debian-root.ts";

const PROJECT = join(import.meta.dirname, "..", "..");
const PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** What a stage has come to: its files, and what the next instruction or a container begins with. */
interface Image {
  root: string;
  env: Record<string, string>;
  folder: string;
  user: string;
  command: string[];
  healthCheck: string[];
}

/** How a program is run in an image's files. */
interface Run {
  env?: Record<string, string | undefined>;
  /** Folders of this machine and where they lie in the image, `from:to`. */
  mounts?: string[];
  stdio?: SpawnOptions["stdio"];
}

/**
 * Follows the Dockerfile, step by step, in folders of its own: each stage begins with a bare Debian that has Node, and its
 * commands see nothing else of this machine. Returns the last stage's image. Needs root, as `chroot` does.
 */
export async function buildImage(node: string): Promise<Image & { remove(): void }> {
  if (process.getuid?.() !== 0) throw new Error("Only root may run programs in a root folder of their own.");
  const folder = mkdtempSync(join(tmpdir(), "usher-image-"));
  // The account `node` walks through.
  execFileSync("chmod", ["755", folder]);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const done = new Map<string, Image>();
  try {
    let image: Image | undefined;
    for (const [nth, stage] of readDockerfile().entries()) {
      image = await buildStage(stage, join(folder, String(nth)), node, done);
      done.set(stage.name ?? String(nth), image);
    }
    if (!image) throw new Error("The Dockerfile has no stage.");
    return { ...image, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

async function buildStage(
  stage: Stage,
  root: string,
  node: string,
  done: Map<string, Image>,
): Promise<Image> {
  if (stage.from !== "node:24-slim") throw new Error(`There is no copy of the image ${stage.from}.`);
  makeDebianRoot(root, node);
  const image: Image = { root, env: { PATH }, folder: "/", user: "root", command: [], healthCheck: [] };
  for (const { name, text } of stage.instructions) {
    if (name === "WORKDIR") {
      image.folder = text;
      mkdirSync(join(root, text), { recursive: true });
    } else if (name === "ENV") {
      for (const [, key = "", value = ""] of text.matchAll(/(\w+)=(\S+)/g)) image.env[key] = value;
    } else if (name === "COPY") copy(text, image, done);
    else if (name === "USER") image.user = text;
    else if (name === "CMD") image.command = JSON.parse(text);
    else if (name === "HEALTHCHECK") image.healthCheck = JSON.parse(text.slice(text.indexOf("CMD ") + 4));
    else if (name === "RUN") await succeeds(image, ["/bin/sh", "-c", text], withNpm(image));
    else if (name !== "EXPOSE") throw new Error(`The instruction ${name} is not known here.`);
  }
  return image;
}

/** As Docker copies: from the project but for what .dockerignore names, or from a stage. */
function copy(text: string, { root, folder }: Image, done: Map<string, Image>): void {
  const words = text.split(" ");
  const flag = (name: string) => words.find((word) => word.startsWith(`--${name}=`))?.split("=")[1];
  const paths = words.filter((word) => !word.startsWith("--"));
  const target = join(root, join("/", paths.at(-1)?.startsWith("/") ? "" : folder, paths.at(-1) ?? ""));
  const stage = flag("from");
  if (stage !== undefined) {
    const source = join(done.get(stage)?.root ?? "", paths[0] ?? "");
    // Two names of the same files: nobody reads the stage after it.
    execFileSync("cp", ["--archive", "--link", "--no-target-directory", source, target]);
  } else
    for (const path of paths.slice(0, -1)) {
      const to = path === "." ? target : join(target, path.split("/").at(-1) ?? "");
      mkdirSync(dirname(to), { recursive: true });
      cpSync(join(PROJECT, path), to, { recursive: true, filter: isCopied });
    }
  const owner = flag("chown");
  if (owner !== undefined)
    execFileSync("chroot", [
      root,
      "chown",
      "--recursive",
      "--no-dereference",
      owner,
      target.slice(root.length),
    ]);
}

function isCopied(source: string): boolean {
  const path = relative(PROJECT, source);
  return path === "" || !isIgnored(path);
}

/** npm's settings and kept packages of this machine, which is all that a build has of it. */
function withNpm({ root }: Image): Run {
  const npm = (name: string) => execFileSync("npm", ["config", "get", name], { encoding: "utf8" }).trim();
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  if (certificates && existsSync(certificates)) {
    mkdirSync(join(root, "tmp", "certificates"), { recursive: true });
    cpSync(certificates, join(root, "tmp", "certificates", "extra.pem"), { dereference: true });
  }
  mkdirSync(join(root, "tmp", "npm"), { recursive: true });
  return {
    stdio: ["ignore", "ignore", "inherit"],
    mounts: [`${npm("cache")}:/tmp/npm`],
    env: {
      npm_config_cache: "/tmp/npm",
      npm_config_registry: npm("registry"),
      npm_config_prefer_offline: "true",
      ...(certificates && { NODE_EXTRA_CA_CERTS: "/tmp/certificates/extra.pem" }),
    },
  };
}

/** Runs a program in the image as a container would; its process is the child itself. */
export function run(image: Image, command: string[], { env, mounts = [], ...options }: Run = {}) {
  const { root, folder, user } = image;
  const script = [
    `mount --rbind /dev "${root}/dev"`,
    `mount -t proc proc "${root}/proc"`,
    ...mounts.map((mount) => `mount --bind ${mount.split(":")[0]} "${root}${mount.split(":")[1]}"`),
    `exec chroot --userspec="${user}" "${root}" /bin/sh -c 'cd "$0" && exec "$@"' "${folder}" "$@"`,
  ].join(" && ");
  const home = user === "root" ? "/root" : `/home/${user}`;
  return spawn("unshare", ["--mount", "sh", "-c", script, "sh", ...command], {
    ...options,
    env: { HOME: home, ...image.env, ...env } as unknown as NodeJS.ProcessEnv,
  });
}

/** Throws when it ends with anything but 0. */
export async function succeeds(image: Image, command: string[], options: Run = {}): Promise<void> {
  const [code] = await once(run(image, command, options), "exit");
  if (code !== 0) throw new Error(`${command.join(" ")} ended with ${code}.`);
}
