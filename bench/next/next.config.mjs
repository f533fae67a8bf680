import { join } from "node:path";

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  turbopack: { root: join(import.meta.dirname, "..", "..") },
  typescript: { ignoreBuildErrors: true },
  agentRules: false,
};

export default config;
