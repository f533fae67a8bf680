import type { Metadata } from "next";
import type { CSSProperties } from "react";
import { EmbedRefusal } from "../../_embed/embed-refusal.tsx";
import { pageLocale, pageTexts, pageWords } from "../../_i18n/translator.ts";
import { brandStyle } from "../../_lib/brand.ts";
import { pagesBridge } from "../../_lib/bridge.ts";
import { CardFrame } from "./card-frame.tsx";

interface Props {
  searchParams: Promise<{ app?: string; origin?: string; button?: string }>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await pageWords("card"))("title") };
}

/** The card form for a tenant's own page: `/embed.js` opens it with the application's identifier and the page's origin. */
export default async function CardPage({ searchParams }: Props) {
  const { app = "", origin = "", button } = await searchParams;
  const embedding = await pagesBridge().embedding({ appId: app, origin });
  const texts = await pageTexts("card");
  if (!embedding?.card) {
    const words = await pageTexts("embed");
    return (
      <EmbedRefusal title={words.unavailable}>{embedding ? texts.noCards : words.notAllowed}</EmbedRefusal>
    );
  }
  const { card, tenant } = embedding;
  return (
    <section aria-labelledby="title" style={brandStyle(tenant) as CSSProperties}>
      <h1 id="title" className="sr-only">
        {texts.title}
      </h1>
      <CardFrame
        publishableKey={card.publishableKey}
        scriptUrl={card.scriptUrl}
        origin={embedding.origin}
        locale={await pageLocale()}
        texts={texts}
        hasButton={button !== "none"}
      />
    </section>
  );
}
