import { join } from "node:path";

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // The client is a package of this repository: Turbopack has to look as far as that.
  turbopack: { root: join(import.meta.dirname, "..", "..") },
  // `npm test` in the root checks the types of everything at once.
  typescript: { ignoreBuildErrors: true },
  agentRules: false,
  devIndicators: false,
};

export default config;
