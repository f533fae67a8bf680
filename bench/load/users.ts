import { randomUUID } from "node:crypto";
import { type Caller, remember } from "./caller.ts";

const PASSWORD = "correct horse battery staple";

/** Users who register, sign in and refresh their tokens. */
export class Users {
  readonly #caller: Caller;
  readonly #emails: string[] = [];
  readonly #refreshTokens: string[] = [];

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  async register(): Promise<Response> {
    const email = `${randomUUID()}@example.com`;
    const fields = { email, password: PASSWORD, email_verified: true };
    const answer = await this.#caller.post("/v1/auth/register", fields);
    if (answer.status === 201) remember(this.#emails, email);
    return answer;
  }

  async signIn(): Promise<Response> {
    const email = this.#emails.shift();
    if (!email) return this.register();
    const answer = await this.#grant({ grant_type: "password", username: email, password: PASSWORD });
    remember(this.#emails, email);
    return answer;
  }

  async refresh(): Promise<Response> {
    const token = this.#refreshTokens.shift();
    if (!token) return this.signIn();
    return this.#grant({ grant_type: "refresh_token", refresh_token: token });
  }

  async #grant(fields: object): Promise<Response> {
    const answer = await this.#caller.grant(fields, this.#caller.shop.browserAppId);
    if (answer.status === 200) {
      const { refresh_token } = (await answer.clone().json()) as { refresh_token: string };
      remember(this.#refreshTokens, refresh_token);
    }
    return answer;
  }
}
