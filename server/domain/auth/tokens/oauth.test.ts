// @module-tag ci
import { createRemoteJWKSet, jwtVerify } from "jose";
import * as oauth from "oauth4webapi";
import { describe, expect } from "vitest";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import { aUser, PASSWORD, type TestUser } from "../../../testing/a-user.ts";
import { itWith } from "../../../testing/it.ts";
import { aClockAhead } from "../../../testing/kept-answers.ts";

// A standard client library, without Usher's own client: what it accepts, other OAuth clients accept.
const insecure = { [oauth.allowInsecureRequests]: true };

let tenant: TestTenant;
let user: TestUser;
let server: oauth.AuthorizationServer;
let client: oauth.Client;
let secret: oauth.ClientAuth;
const clock = aClockAhead();

// A database of its own: requests without an application share one limit, which other files use up.
const it = itWith({ clock, hasOwnDatabase: true });

it.beforeAll(async ({ world }) => {
  tenant = await aTenant(world);
  user = await aUser(tenant);
  const issuer = new URL(world.baseUrl);
  const discovered = await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...insecure });
  server = await oauth.processDiscoveryResponse(issuer, discovered);
  client = { client_id: tenant.adminApplication.id };
  secret = oauth.ClientSecretBasic(tenant.adminApplication.clientSecret);
});

const byPassword = async (password: string) =>
  oauth.genericTokenEndpointRequest(
    server,
    client,
    secret,
    "password",
    new URLSearchParams({ username: user.email, password }),
    insecure,
  );

const refresh = (token: string, as = client, auth = secret) =>
  oauth.refreshTokenGrantRequest(server, as, auth, token, insecure);

describe("a standard OAuth client", () => {
  it("reads its access token, and a user's, as RFC 9068 has them", async () => {
    const own = await oauth.clientCredentialsGrantRequest(server, client, secret, {}, insecure);
    const { access_token } = await oauth.processClientCredentialsResponse(server, client, own);
    const response = await byPassword(PASSWORD);
    const users = await oauth.processGenericTokenEndpointResponse(server, client, response);
    for (const token of [access_token, users.access_token]) {
      const request = new Request("https://api.example/", { headers: { authorization: `Bearer ${token}` } });
      const claims = await oauth.validateJwtAccessToken(server, request, "usher:api", insecure);
      expect(claims.client_id).toBe(client.client_id);
    }
  });

  it("gets a token for itself, which the published keys verify", async () => {
    const response = await oauth.clientCredentialsGrantRequest(
      server,
      client,
      secret,
      new URLSearchParams({ scope: "billing:admin" }),
      insecure,
    );
    const tokens = await oauth.processClientCredentialsResponse(server, client, response);
    expect(tokens).toMatchObject({ token_type: "bearer", expires_in: 900, scope: "billing:admin" });
    const keys = createRemoteJWKSet(new URL(server.jwks_uri ?? ""));
    const options = { issuer: server.issuer, audience: "usher:api", algorithms: ["ES256"] };
    const { payload } = await jwtVerify(tokens.access_token, keys, options);
    expect(payload).toMatchObject({ sub: client.client_id, tenant_id: tenant.id, scope: "billing:admin" });
  });

  it("signs a user in and refreshes", async () => {
    const first = await oauth.processGenericTokenEndpointResponse(server, client, await byPassword(PASSWORD));
    const again = await refresh(first.refresh_token ?? "");
    const second = await oauth.processRefreshTokenResponse(server, client, again);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    const me = await tenant.server
      .with({ authorization: `Bearer ${second.access_token}` })
      .get("/v1/auth/me");
    expect(me.body).toMatchObject({ id: user.id, email: user.email, role: null });
  });

  it("gets errors as RFC 6749 defines them", async () => {
    const wrong = await byPassword("not the password").then((response) =>
      oauth.processGenericTokenEndpointResponse(server, client, response).catch((error) => error),
    );
    expect(wrong).toMatchObject({ error: "invalid_grant", status: 400 });
    const unknown = await refresh("nothing").then((response) =>
      oauth.processRefreshTokenResponse(server, client, response).catch((error) => error),
    );
    expect(unknown).toMatchObject({ error: "invalid_grant" });
    const forged = await refresh("nothing", client, oauth.ClientSecretPost("not the secret")).then(
      (response) => oauth.processRefreshTokenResponse(server, client, response).catch((error) => error),
    );
    // A 401 has a challenge (RFC 9110 §11.6.1), which this client reports before it reads the body.
    expect(forged).toMatchObject({ status: 401, cause: [{ scheme: "bearer" }] });
    expect(await forged.response.json()).toMatchObject({ error: "invalid_client" });
  });

  it("is refused a refresh token that was used ten seconds ago, and from then on its whole family", async () => {
    const first = await oauth.processGenericTokenEndpointResponse(server, client, await byPassword(PASSWORD));
    const old = first.refresh_token ?? "";
    const second = await oauth.processRefreshTokenResponse(server, client, await refresh(old));
    const mine = tenant.server.with({ authorization: `Bearer ${second.access_token}` });
    expect((await mine.get("/v1/auth/me")).status).toBe(200);
    clock.pass(11);
    expect((await refresh(old)).status).toBe(400);
    clock.reset();
    expect((await refresh(second.refresh_token ?? "")).status).toBe(400);
    const ended = await mine.get("/v1/auth/me");
    expect([ended.status, ended.body.code]).toEqual([401, "K2003"]);
  });

  it("revokes (RFC 7009)", async () => {
    const first = await oauth.processGenericTokenEndpointResponse(server, client, await byPassword(PASSWORD));
    const revoked = await oauth.revocationRequest(
      server,
      client,
      secret,
      first.refresh_token ?? "",
      insecure,
    );
    await oauth.processRevocationResponse(revoked);
    expect((await refresh(first.refresh_token ?? "")).status).toBe(400);
    const unknown = await oauth.revocationRequest(server, client, secret, "nothing", insecure);
    await oauth.processRevocationResponse(unknown);
  });
});
