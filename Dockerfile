# The image builds everything; a container only starts it. See docs/self-hosting.md.
FROM node:24-slim AS build
WORKDIR /usher
# Prisma fetches no engine when it is shown a file; nothing here runs one. Development packages stay out.
ENV PRISMA_SCHEMA_ENGINE_BINARY=/usr/local/bin/node CHECKPOINT_DISABLE=1 NEXT_TELEMETRY_DISABLED=1 NPM_CONFIG_OMIT=dev
# The packages first: they are installed anew only when one of these files changes.
COPY package.json package-lock.json ./
COPY packages/client/package.json packages/client/
COPY packages/local-postgres/package.json packages/local-postgres/
COPY packages/stripe-sandbox/package.json packages/stripe-sandbox/
COPY examples/nextjs-saas/package.json examples/nextjs-saas/
COPY examples/node-backend/package.json examples/node-backend/
RUN npm ci --ignore-scripts=false --no-audit --no-fund
COPY . .
# The database client and the pages, as `npm start` makes them. The Node that `npm start` brings along is the image's own here,
# the compilers of pages and scripts have done their work, and what nothing reads stays out.
RUN node --input-type=module --eval 'const { prepare } = await import("./scripts/prepare.mjs"); await prepare({ pages: true }); \
    const { removeUnusedFiles } = await import("./scripts/bootstrap/unused-files.mjs"); removeUnusedFiles(process.cwd());' \
  && rm -rf .next/cache node_modules/node-linux-* node_modules/.bin/node node_modules/@next/swc-* node_modules/esbuild node_modules/@esbuild

FROM node:24-slim
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 USHER_DATA_DIR=/data
# These and the flags below are those of scripts/bootstrap/node-flags.mjs.
ENV MALLOC_ARENA_MAX=2 MIMALLOC_PURGE_DELAY=0
WORKDIR /usher
RUN mkdir /data && chown node:node /data
COPY --from=build --chown=node:node /usher /usher
USER node
EXPOSE 3000
# A worker answers on USHER_METRICS_PORT alone.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.USHER_METRICS_PORT || process.env.PORT || 3000}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--disable-warning=DeprecationWarning", "--max-semi-space-size=16", "--initial-old-space-size=100", "--heap-growing-percent=30", "server/main.ts"]
