interface Card {
  id: string;
  /** What it pays for; null: whatever the customer buys in first. */
  currency: string | null;
  is_default: boolean;
  created_at: string;
}

/** The saved cards that can pay in a currency. */
export function cardsIn<C extends Card>(cards: C[], currency: string | undefined): C[] {
  return cards.filter(
    (card) => card.currency === null || currency === undefined || card.currency === currency,
  );
}

/** The card that is proposed: the default one of the currency, else the newest that can pay in it. */
export function cardFor<C extends Card>(cards: C[], currency: string | undefined): C | undefined {
  const own = cardsIn(cards, currency);
  const [newest] = own.toSorted((a, b) => b.created_at.localeCompare(a.created_at));
  return own.find(({ is_default: isDefault }) => isDefault) ?? newest;
}
