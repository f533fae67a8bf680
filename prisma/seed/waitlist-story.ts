import { BY_INVOICE } from "../../server/platform/schema/provider.ts";
import { customers } from "./customer-stories.ts";

/** Someone on the waitlist. */
export interface Person {
  name: string;
  email: string;
  metadata: { source: string; team_size: number };
  /** The customer whose account they have; null: none. */
  customer: string | null;
  /** Days ago that they joined. Whoever has a customer joined some days before it. */
  joinedDays: number;
  became: "PENDING" | "INVITED" | "REGISTERED" | "REJECTED";
}

const FIRST = ["Ada", "Ben", "Chidi", "Dora", "Elif", "Femi", "Greta", "Hugo", "Ines", "Jonas"];
const LAST = ["Abara", "Berg", "Costa", "Dubois", "Eriksen", "Fuchs"];
const SOURCES = ["friend", "search", "conference", "newsletter"];
/** How many joined who have no customer yet, the latest last. */
const OTHERS = 37;

/** Customers of the last two months came by the waitlist. */
const CAME = customers()
  .filter(({ provider, status, since }) => provider === BY_INVOICE && status === "ACTIVE" && since < 2)
  .map(({ externalId }) => externalId);

/** What became of those without a customer: the longer they wait, the more of them have been answered. */
function outcomeOf(place: number): Person["became"] {
  if (place % 12 === 5) return "REJECTED";
  if (place < 16) return place % 2 === 0 ? "REGISTERED" : "PENDING";
  return place % 4 === 0 ? "INVITED" : "PENDING";
}

function personAt(place: number, customer: string | null): Omit<Person, "joinedDays" | "became"> {
  const [first, last] = [FIRST[place % FIRST.length], LAST[Math.floor(place / FIRST.length) % LAST.length]];
  const address = `${first}.${last}`.toLowerCase();
  return {
    name: `${first} ${last}`,
    email: `${address}@${customer ? `${customer}.example` : "example.com"}`,
    metadata: { source: SOURCES[place % SOURCES.length] ?? "friend", team_size: 1 + ((place * 7) % 40) },
    customer,
  };
}

/** The waitlist of the demo. More join from week to week. */
export const PEOPLE: readonly Person[] = [
  ...CAME.map((customer, place) => ({
    ...personAt(place, customer),
    joinedDays: 0,
    became: "REGISTERED" as const,
  })),
  ...Array.from({ length: OTHERS }, (_, place) => ({
    ...personAt(CAME.length + place, null),
    joinedDays: Math.round(62 * (1 - place / OTHERS) ** 1.5) + 3,
    became: outcomeOf(place),
  })),
];
