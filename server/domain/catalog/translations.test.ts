import { describe, expect } from "vitest";
import { aTenant, type TestTenant } from "../../testing/a-tenant.ts";
import type { Client } from "../../testing/client.ts";
import { it } from "../../testing/it.ts";
import { featureInLanguage, inLanguage } from "./translations.ts";

let tenant: TestTenant;
let admin: Client;

const AT = "/v1/catalog";

it.beforeEach(async ({ world }) => {
  tenant = await aTenant(world);
  admin = tenant.admin;
});

describe("a text in a language", () => {
  const row = {
    name: "Team",
    description: "For many.",
    translations: {
      de: { name: "Gruppe", description: "Für viele." },
      "de-AT": { name: "Mannschaft" },
      "pt-BR": { name: "Equipe" },
    },
  };
  const read = (locale?: string) => {
    const { name, description } = inLanguage(row, locale);
    return [name, description];
  };

  it("is the one of that very language, else of the wider one, else the row's own", () => {
    expect(read("de")).toEqual(["Gruppe", "Für viele."]);
    expect(read("de-AT")).toEqual(["Mannschaft", "Für viele."]);
    expect(read("DE-ch-1996")).toEqual(["Gruppe", "Für viele."]);
    expect(read("pt-BR")).toEqual(["Equipe", "For many."]);
    // What is written for Brazil is not meant for all who read Portuguese.
    expect(read("pt")).toEqual(["Team", "For many."]);
    expect(read("ja")).toEqual(["Team", "For many."]);
    expect(read()).toEqual(["Team", "For many."]);
  });

  it("is a feature's unit, too", () => {
    const feature = { ...row, unitLabel: "seat", translations: { de: { unit_label: "Platz" } } };
    expect(featureInLanguage(feature, "de")).toMatchObject({ name: "Team", unitLabel: "Platz" });
    expect(featureInLanguage(feature, "fr")).toMatchObject({ name: "Team", unitLabel: "seat" });
  });
});

async function made(path: string, body: object) {
  const reply = await admin.post(`${AT}/${path}`, body);
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return reply.body;
}

it("stands in what is created, is replaced as a whole, and must name a language", async () => {
  const product = await made("products", { slug: "desk", name: "Desk" });
  expect(product.translations).toEqual({});
  const translations = { de: { name: "Schreibtisch", description: "Aus Holz." }, "pt-BR": { name: "Mesa" } };
  const plan = await made("plans", { product_id: product.id, slug: "pro", name: "Pro", translations });
  expect(plan.translations).toEqual(translations);
  const change = (body: object) => admin.send("PATCH", `${AT}/plans/${plan.id}`, body);
  expect((await change({ name: "Professional" })).body.translations).toEqual(translations);
  const changed = await change({ translations: { fr: { name: "Pro" } } });
  expect(changed.body.translations).toEqual({ fr: { name: "Pro" } });
  for (const wrong of [
    { german: { name: "Schreibtisch" } },
    { de: { title: "Schreibtisch" } },
    { de: { name: " " } },
    { de: { unit_label: "Platz" } },
  ])
    expect((await change({ translations: wrong })).status, JSON.stringify(wrong)).toBe(400);
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  const many = Object.fromEntries(
    letters.flatMap((letter) => [`a${letter}`, `b${letter}`].map((tag) => [tag, {}])),
  );
  expect((await change({ translations: many })).body.code).toBe("K1002");
});

it("is what the price list says in the language that is asked for", async () => {
  const product = await made("products", {
    slug: "desk",
    name: "Desk",
    description: "Made of wood.",
    translations: { de: { name: "Schreibtisch" } },
  });
  await made("features", {
    key: "drawers",
    name: "Drawers",
    type: "METERED",
    unit_label: "drawer",
    translations: { de: { name: "Schubladen", unit_label: "Schublade" } },
  });
  const plan = async (slug: string, name: string, more: object) => {
    const { id } = await made("plans", { product_id: product.id, slug, name, ...more });
    const pack = await made("packs", { plan_id: id, entitlements: [{ feature_key: "drawers", limit: 3 }] });
    expect((await admin.post(`${AT}/packs/${pack.id}/publish`)).status).toBe(200);
    return id;
  };
  const small = await plan("small", "Small", { translations: { de: { name: "Klein" } } });
  await plan("large", "Large", { position: 1, includes_plan_id: small });
  const read = async (query: string) => (await tenant.browser.get(`/v1/pricing${query}`)).body.products[0];
  const german = await read("?locale=de-AT");
  expect(german).toMatchObject({
    name: "Schreibtisch",
    description: "Made of wood.",
    plans: [
      { name: "Klein", features: [{ key: "drawers", name: "Schubladen", unit_label: "Schublade" }] },
      { name: "Large", includes: { name: "Klein" } },
    ],
  });
  expect(await read("")).toMatchObject({
    name: "Desk",
    plans: [{ name: "Small", features: [{ name: "Drawers", unit_label: "drawer" }] }, { name: "Large" }],
  });
  expect((await tenant.browser.get("/v1/pricing?locale=Klingon%20of%20Mars")).body.code).toBe("K1002");
  // An answer that is kept for one language is not another's.
  await admin.send("PATCH", `${AT}/plans/${small}`, { translations: { de: { name: "Winzig" } } });
  expect((await read("?locale=de")).plans[0].name).toBe("Winzig");
  expect((await read("?locale=fr")).plans[0].name).toBe("Small");
});
