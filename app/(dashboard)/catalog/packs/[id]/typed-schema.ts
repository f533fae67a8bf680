import { z } from "zod";

/** Whatever the form of an entitlement has: it is put together into one that the server judges. */
export const Typed = z.record(z.string(), z.unknown());
