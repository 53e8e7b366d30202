/**
 * Every colour of the product, light and dark, as semantic tokens. Names that Chakra's own components look up (bg, fg,
 * border, colorPalette parts) are kept, so that no other palette ships. `colors.test.ts` checks the contrast of each
 * text pair.
 */

interface Pair {
  light: string;
  dark: string;
}

interface Palette {
  /** filled buttons and dots */
  solid: Pair;
  /** text on solid */
  contrast: Pair;
  /** text on page, surface or subtle */
  fg: Pair;
  /** ground of badges and notices */
  subtle: Pair;
  /** their borders */
  muted: Pair;
}

export const neutrals = {
  page: { light: '#FAF9F6', dark: '#111316' },
  surface: { light: '#FFFFFF', dark: '#191C20' },
  raised: { light: '#FFFFFF', dark: '#20242A' },
  tint: { light: '#F3F1EC', dark: '#22262C' },
  border: { light: '#E5E2DA', dark: '#2C3138' },
  borderStrong: { light: '#8B8F96', dark: '#6B7480' },
  ink: { light: '#16181D', dark: '#ECEAE4' },
  muted: { light: '#5F6670', dark: '#9AA3AE' },
} satisfies Record<string, Pair>;

/** How much ink is in a filled button while the pointer is on it. */
export const HOVER_INK = 0.12;

const onSolid: Pair = { light: '#FFFFFF', dark: '#111316' };

export const palettes = {
  primary: {
    solid: { light: '#2F3E9E', dark: '#8FA0FF' },
    contrast: onSolid,
    fg: { light: '#2F3E9E', dark: '#8FA0FF' },
    subtle: { light: '#ECEEF6', dark: '#2A2E3F' },
    muted: { light: '#DADCEE', dark: '#333A53' },
  },
  approve: {
    solid: { light: '#1B7F4B', dark: '#4CC38A' },
    contrast: onSolid,
    fg: { light: '#187042', dark: '#4CC38A' },
    subtle: { light: '#EAF3EF', dark: '#20332F' },
    muted: { light: '#D6E8DF', dark: '#254439' },
  },
  reject: {
    solid: { light: '#C8371F', dark: '#FF7A66' },
    contrast: onSolid,
    fg: { light: '#B0301B', dark: '#FF7A66' },
    subtle: { light: '#FAEDEB', dark: '#39292A' },
    muted: { light: '#F5DBD7', dark: '#4C3130' },
  },
  waiting: {
    solid: { light: '#9A6700', dark: '#E3B341' },
    contrast: onSolid,
    fg: { light: '#885B00', dark: '#E3B341' },
    subtle: { light: '#F6F1E8', dark: '#353125' },
    muted: { light: '#EDE4D1', dark: '#494028' },
  },
  info: {
    solid: { light: '#0B6BAF', dark: '#6CB6FF' },
    contrast: onSolid,
    fg: { light: '#0A5E9A', dark: '#6CB6FF' },
    subtle: { light: '#E9F2F8', dark: '#25323F' },
    muted: { light: '#D3E4F1', dark: '#2D4156' },
  },
  neutral: {
    solid: { light: '#16181D', dark: '#ECEAE4' },
    contrast: onSolid,
    fg: { light: '#545A63', dark: '#9AA3AE' },
    subtle: { light: '#F1EFEA', dark: '#2B2F34' },
    muted: { light: '#E5E2DA', dark: '#34383E' },
  },
} satisfies Record<string, Palette>;

export type PaletteName = keyof typeof palettes;

const token = (pair: Pair) => ({ value: { _light: pair.light, _dark: pair.dark } });

const paletteTokens = (palette: Palette) => ({
  DEFAULT: token(palette.fg),
  solid: token(palette.solid),
  contrast: token(palette.contrast),
  fg: token(palette.fg),
  subtle: token(palette.subtle),
  muted: token(palette.muted),
  emphasized: token(palette.muted),
  border: token(palette.muted),
  focusRing: token(palettes.primary.solid),
});

export const semanticColors = {
  bg: {
    DEFAULT: token(neutrals.page),
    surface: token(neutrals.surface),
    panel: token(neutrals.raised),
    muted: token(neutrals.tint),
    subtle: token(neutrals.tint),
  },
  fg: {
    DEFAULT: token(neutrals.ink),
    muted: token(neutrals.muted),
    subtle: token(neutrals.muted),
    error: token(palettes.reject.fg),
  },
  border: {
    DEFAULT: token(neutrals.border),
    strong: token(neutrals.borderStrong),
    error: token(palettes.reject.solid),
  },
  primary: paletteTokens(palettes.primary),
  approve: paletteTokens(palettes.approve),
  reject: paletteTokens(palettes.reject),
  waiting: paletteTokens(palettes.waiting),
  info: paletteTokens(palettes.info),
  neutral: paletteTokens(palettes.neutral),
};
