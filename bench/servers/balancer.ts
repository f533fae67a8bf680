import { aBalancer } from "../../server/testing/balancer.ts";
import { ready } from "./ready.ts";

// A plain balancer before the processes whose addresses it was given.

const balancer = await aBalancer();
for (const url of (process.env.BENCH_TARGETS ?? "").split(",")) balancer.add(url);
ready(balancer.url);
