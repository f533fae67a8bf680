import { createApplication } from "../domain/applications/create-application.ts";
import { setUpOwner } from "../domain/members/set-up-owner.ts";
import { type Scope, systemScope } from "../platform/scope.ts";
import { type Client, createClient } from "./client.ts";
import { ownDatabase } from "./own-database.ts";
import { openWorld, type World } from "./world.ts";

/** A world with nothing but what setting up the owner makes, on a database of its own, and the scope of the company's sandbox. */
export async function aBareInstallation(): Promise<{ world: World; sandbox: Scope }> {
  const world = await openWorld({ isWorker: true, environment: { DATABASE_URL: await ownDatabase() } });
  const { services } = world;
  await setUpOwner(services, {
    token: services.setupToken,
    company: "Contoso",
    slug: "contoso",
    email: "ada@contoso.example",
    password: "a long sentence that is not common",
  });
  const made = await services.db.tenant.findUniqueOrThrow({ where: { slug: "contoso-test" } });
  return { world, sandbox: systemScope(services, made, "test") };
}

/** A new back end of the tenant with billing:admin, and its token. */
export async function aBackEnd({ baseUrl }: World, scope: Scope): Promise<Client> {
  const application = await createApplication(scope, {
    name: "Back end",
    kind: "SERVER",
    allowed_origins: [],
    scopes: ["billing:admin"],
  });
  const anonymous = createClient(baseUrl, { "x-app-id": application.app_id });
  const token = await anonymous.post("/v1/auth/token", {
    grant_type: "client_credentials",
    client_id: application.id,
    client_secret: application.client_secret,
  });
  return anonymous.with({ authorization: `Bearer ${token.body.access_token}` });
}
