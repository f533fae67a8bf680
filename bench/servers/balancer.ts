import { aBalancer } from "../../server/testing/balancer.ts";

// A plain balancer before the processes whose addresses it was given.

const balancer = await aBalancer();
for (const url of (process.env.BENCH_TARGETS ?? "").split(",")) balancer.add(url);
process.send?.({ url: balancer.url });
process.on("SIGTERM", () => process.exit(0));

// The measuring process has ended.
process.on("disconnect", () => process.exit(0));
