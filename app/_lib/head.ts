/** Icons of every page; browsers take the first one that they can draw. */
export const ICONS = {
  icon: [
    { url: "/favicon.ico", sizes: "48x48" },
    { url: "/icon.svg", type: "image/svg+xml", sizes: "any" },
  ],
  apple: "/apple-touch-icon.png",
};

/** The page's background, for what a browser draws around it. */
export const THEME_COLORS = [
  { media: "(prefers-color-scheme: light)", color: "#fafafb" },
  { media: "(prefers-color-scheme: dark)", color: "#0b0c0e" },
];

/** The fonts that most pages need, as theme.css names them. */
export const FONTS = {
  text: "/fonts/inter-latin-wght-normal-5.3.0.woff2",
  code: "/fonts/jetbrains-mono-latin-wght-normal-5.3.0.woff2",
};
