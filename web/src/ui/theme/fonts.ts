import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';
import jetBrainsMono from '@fontsource/jetbrains-mono/files/jetbrains-mono-latin-400-normal.woff2';

/**
 * Adds the theme's fonts, each fetched when text first needs it. Only the latin subsets: other scripts fall back to the
 * system font and cost nothing.
 *
 * Not by a style sheet: with each component that is drawn for the first time, a rule in a cascade layer is inserted, and
 * Chromium then registers the fonts of all style sheets anew, which lays out the whole page once more.
 */
export function addFonts(): void {
  for (const [family, file, weight] of [
    ['Inter Variable', inter, '100 900'],
    ['JetBrains Mono', jetBrainsMono, '400'],
  ] as const) {
    document.fonts.add(new FontFace(family, `url(${file}) format('woff2')`, { weight, display: 'swap' }));
  }
}
