import { authRouter } from "../domain/auth/router.ts";
import { applicationsRouter } from "../domain/tenants/router.ts";
import { router } from "./init.ts";

/** Every operation of the product. Those with a route are also the REST interface. */
export const appRouter = router({
  auth: authRouter,
  applications: applicationsRouter,
});

export type AppRouter = typeof appRouter;
