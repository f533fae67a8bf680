// What the long tests need besides npm packages, and the Debian package that holds it. `.ci/run` installs what is
// missing; `npm run test:long` says what is missing and fails.
import { accessSync, constants } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

/**
 * `path` is a command, or the absolute path of a program, or of a library's folder, that Debian does not put on PATH. `files`: the
 * test files that need it. @public
 */
export const NEEDS = [
  { path: "curl", debianPackage: "curl", files: ["long/http-clients.test.ts"] },
  // Follows the Dockerfile in root folders of their own, which takes root, too.
  { path: "unshare", debianPackage: "util-linux", files: ["long/image/image.test.ts"] },
  // Runs a source file as it is, which the runtime alone (default-jre-headless) cannot.
  { path: "javac", debianPackage: "default-jdk-headless", files: ["long/http-clients.test.ts"] },
  { path: "/usr/sbin/pgbouncer", debianPackage: "pgbouncer", files: ["long/pgbouncer.test.ts"] },
  {
    path: "/usr/lib/python3/dist-packages/stripe",
    debianPackage: "python3-stripe",
    files: ["packages/stripe-sandbox/clients/python3-stripe.long.test.ts"],
  },
  {
    path: "/usr/lib/postgresql/15/bin/initdb",
    debianPackage: "postgresql-15",
    files: ["long/old-postgres.test.ts"],
  },
];

/** What some test files need that this machine does not have. */
export function missingNeeds(testFiles) {
  return NEEDS.filter(({ files }) => files.some((file) => testFiles.includes(file))).filter(
    ({ path }) => !places(path).some(isExecutable),
  );
}

function places(path) {
  if (isAbsolute(path)) return [path];
  return (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, path));
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
