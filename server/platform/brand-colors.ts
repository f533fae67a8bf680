const FALLBACK = "#4f46e5";
const WHITE = "#ffffff";
const BLACK = "#000000";
/** Contrast that WCAG 2.2 AA wants of text of ordinary size. */
const READABLE = 4.5;

/** A brand colour that can be put into a style, with the text colour that can be read on it. */
export function brandColors(brandColor: string): { background: string; text: string } {
  const background = /^#[0-9a-f]{6}$/i.test(brandColor) ? brandColor.toLowerCase() : FALLBACK;
  // White where it can be read, as brands are used to; black reads at 4.6 at least wherever white does not.
  return { background, text: contrast(background, WHITE) >= READABLE ? WHITE : BLACK };
}

/** WCAG's contrast ratio of two colours such as #4f46e5: 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** WCAG's relative luminance: 0 for black, 1 for white. */
function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}
