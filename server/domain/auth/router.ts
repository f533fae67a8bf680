import { openProcedure, router } from "../../trpc/init.ts";
import { issueToken } from "./issue-token.ts";
import * as schema from "./schema.ts";

/** Tokens, sign-in and passwords. */
export const authRouter = router({
  token: openProcedure
    .meta(schema.issueTokenMeta)
    .input(schema.IssueToken)
    .output(schema.AccessToken)
    .mutation(({ ctx, input }) => issueToken(ctx.services, input, ctx.authorization)),
});
