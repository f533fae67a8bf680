import { jwtVerify, SignJWT } from "jose";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { settings } from "./settings.ts";

/** Who is signed in to this product. */
export interface Person {
  /** This product's identifier of its customer, which Usher knows them by. */
  customer: string;
  email: string;
}

const COOKIE = "beacon_session";
const SECONDS = 12 * 3600;

const key = () => new TextEncoder().encode(settings.sessionSecret());

/** Signs a user in with a cookie that scripts cannot read. */
export async function startSession({ customer, email }: Person): Promise<void> {
  const token = await new SignJWT({ email })
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(customer)
    .setExpirationTime(`${SECONDS}s`)
    .sign(key());
  const isSecure = process.env.SECURE_COOKIES === "true";
  const options = { httpOnly: true, sameSite: "lax", secure: isSecure, maxAge: SECONDS, path: "/" } as const;
  (await cookies()).set(COOKIE, token, options);
}

export async function endSession(): Promise<void> {
  (await cookies()).delete(COOKIE);
}

/** The signed-in user, or null. */
export async function findPerson(): Promise<Person | null> {
  const token = (await cookies()).get(COOKIE)?.value;
  if (token === undefined) return null;
  try {
    const { payload } = await jwtVerify(token, key(), { algorithms: ["HS256"] });
    return { customer: payload.sub ?? "", email: String(payload.email) };
  } catch {
    return null;
  }
}

/** Who is signed in; everybody else is sent to do so. */
export async function needPerson(): Promise<Person> {
  return (await findPerson()) ?? redirect("/sign-in");
}
