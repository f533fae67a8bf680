import type { Demo } from "../../prisma/seed/seed-demo.ts";

/** Signs the demo tenant's administrator in to the dashboard; returns the cookies. */
export async function signInMember(url: string, demo: Demo): Promise<string> {
  const jar = new Map<string, string>();
  const take = (answer: Response) => {
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = (cookie.split(";")[0] ?? "").split(/=(.*)/s);
      jar.set(name, value);
    }
  };
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  const csrf = await fetch(`${url}/api/auth/csrf`);
  take(csrf);
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const answer = await fetch(`${url}/api/auth/callback/credentials`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: cookies(), "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      csrfToken,
      email: demo.admin_email,
      password: demo.admin_password,
      json: "true",
    }),
  });
  take(answer);
  if (![...jar.keys()].some((name) => name.includes("session-token")))
    throw new Error(`The administrator could not sign in to the dashboard: ${answer.status}`);
  return cookies();
}
