import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(fileURLToPath(import.meta.url));

/** For browsers that know no frame-ancestors; pages made for embedding are ruled by that alone. */
const unframed = [{ key: "X-Frame-Options", value: "DENY" }];

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // Title and description stand in the head from the start, for every browser: public pages work without scripts.
  htmlLimitedBots: /.*/,
  typedRoutes: true,
  // No page shows a picture that has to be made smaller, and making one is work that anybody could ask for.
  images: { unoptimized: true },
  turbopack: { root },
  // `tsc` checks the whole project in `npm test`; a build on somebody's machine need not do it again.
  typescript: { ignoreBuildErrors: true, tsconfigPath: "app/tsconfig.json" },
  agentRules: false,
  experimental: {
    // Stack traces of the server that can be read as they are: cheaper than maps for them.
    serverMinification: false,
    turbopackSourceMaps: false,
    turbopackFileSystemCacheForBuild: process.env.USHER_BUILD_CACHE === "true",
  },
  // What every answer carries besides is set by server/http/security-headers.ts.
  headers: async () => [{ source: "/((?!embed/).*)", headers: unframed }],
};

export default config;
