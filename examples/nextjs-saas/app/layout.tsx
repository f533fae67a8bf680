import type { Metadata, Viewport } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import { findPerson } from "../lib/session.ts";
import { signOut } from "./account-actions.ts";
import "./globals.css";

export const metadata: Metadata = {
  title: "Beacon · See what your product does",
  description: "Collect product events through one API.",
  icons: {
    icon: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Ccircle cx='16' cy='16' r='14' fill='none' stroke='%230f766e' stroke-width='3'/%3E%3Ccircle cx='16' cy='16' r='6' fill='%230f766e'/%3E%3C/svg%3E",
  },
};

export const viewport: Viewport = { colorScheme: "light dark" };

export default async function Layout({ children }: { children: ReactNode }) {
  const person = await findPerson();
  return (
    <html lang="en">
      <body>
        <header className="top">
          <Link href={person ? "/dashboard" : "/"} className="brand">
            <span className="mark" aria-hidden="true" />
            Beacon
          </Link>
          <nav>
            {person ? (
              <form action={signOut}>
                <span className="who">{person.email}</span>
                <button type="submit" className="button quiet">
                  Sign out
                </button>
              </form>
            ) : (
              <>
                <Link href="/sign-in" className="button quiet">
                  Sign in
                </Link>
                <Link href="/sign-up" className="button primary">
                  Sign up
                </Link>
              </>
            )}
          </nav>
        </header>
        <main>{children}</main>
      </body>
    </html>
  );
}
