import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { isUnreachable, isUsherError, WebhookVerificationError } from "@usher/client";
import { type Account, accountOf, openAccount } from "./accounts.ts";
import { Refusal, type Reply, readBody, readTexts, reply } from "./http.ts";
import type { Product } from "./product.ts";

type Route = (product: Product, request: IncomingMessage) => Promise<Reply>;
type AccountRoute = (product: Product, account: Account, request: IncomingMessage) => Promise<object>;

/** A route for those who show their account's key. */
function own(status: number, work: AccountRoute): Route {
  return async (product, request) => {
    const account = accountOf(request.headers.authorization);
    if (!account) throw new Refusal(401, "Show your key: authorization: Bearer beacon_…");
    return { status, body: await work(product, account, request) };
  };
}

const ROUTES: Record<string, Route> = {
  "POST /accounts": async (product, request) => {
    const { email, password } = await readTexts(request, "email", "password");
    const { account, apiKey } = openAccount(email);
    await product.signUp(account, password);
    return { status: 201, body: { account: account.id, api_key: apiKey } };
  },
  "GET /account": own(200, (product, account) => product.describe(account)),
  "POST /events": own(202, (product, account, request) => {
    const key = request.headers["idempotency-key"];
    return product.track(account, typeof key === "string" ? key : randomUUID());
  }),
  "PUT /single-sign-on": own(200, async (product, account, request) =>
    product.configureSingleSignOn(account, (await readTexts(request, "issuer")).issuer),
  ),
  "POST /upgrade": own(201, async (product, account, request) =>
    product.upgrade(account, (await readTexts(request, "plan")).plan),
  ),
  "POST /webhooks/usher": async (product, request) => {
    await product.hear(await readBody(request), request.headers);
    return { status: 204 };
  },
};

/** The product's API. */
export function createApi(product: Product): Server {
  return createServer(async (request, response) => {
    const route = ROUTES[`${request.method} ${request.url}`];
    try {
      if (!route) throw new Refusal(404, "There is no such path.");
      reply(response, await route(product, request));
    } catch (error) {
      reply(response, refusalOf(error));
    }
  });
}

function refusalOf(error: unknown): Reply {
  if (error instanceof Refusal)
    return { status: error.status, body: { error: error.message, ...error.facts } };
  if (error instanceof WebhookVerificationError) return { status: 400, body: { error: error.message } };
  // Usher's message about an input is for the user who sent it: an address that is taken, a password that is too weak.
  if (isUsherError(error) && [400, 409, 422].includes(error.status))
    return { status: error.status, body: { error: error.message } };
  if (isUnreachable(error)) return { status: 503, body: { error: "Try again in a moment." } };
  process.stderr.write(`${error}\n`);
  return { status: 500, body: { error: "Something went wrong on our side." } };
}
