/**
 * The Chakra system of the app: Chakra's style properties with our tokens and only the recipes in use.
 * The full default theme would cost about 25 kB (gzip) more on the first page.
 */
import { semanticColors } from './colors.ts';
import { createSystem, defaultBaseConfig, defineConfig } from './engine.ts';
import { globalCss } from './global-css.ts';
import { recipes } from './recipes.ts';
import { slotRecipes } from './slot-recipes.ts';
import { textStyles } from './text-styles.ts';

const control = {
  width: '100%',
  height: 'max(44px, 2.75rem)',
  px: '12px',
  rounded: 'control',
  borderWidth: '1px',
  borderColor: 'border.strong',
  bg: 'bg.surface',
  color: 'fg',
  textStyle: 'md',
  // Below 16 px iOS zooms into a focused field; the md text style is 16 px on phones.
  outlineOffset: '0px',
  _disabled: { opacity: 0.6, cursor: 'not-allowed' },
  _invalid: { borderColor: 'border.error' },
};

const config = defineConfig({
  preflight: true,
  cssVarsPrefix: 'cs',
  cssVarsRoot: ':where(html)',
  globalCss,
  theme: {
    breakpoints: { sm: '480px', md: '768px', lg: '1024px', xl: '1280px' },
    keyframes: {
      spin: { to: { transform: 'rotate(360deg)' } },
      pulse: { '50%': { opacity: '0.5' } },
      'fade-in': { from: { opacity: 0 } },
      rise: { from: { opacity: 0, transform: 'translateY(8px)' } },
      'slide-in': { from: { transform: 'translateX(-100%)' } },
    },
    tokens: {
      colors: {
        transparent: { value: 'transparent' },
        current: { value: 'currentColor' },
        black: { value: '#000000' },
        white: { value: '#FFFFFF' },
      },
      fonts: {
        body: { value: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif" },
        mono: { value: "'JetBrains Mono', ui-monospace, SFMono-Regular, Menlo, monospace" },
      },
      radii: { card: { value: '12px' }, control: { value: '8px' }, full: { value: '9999px' } },
      // No scale of numbers: spaces are written in pixels on the 4-px grid, and each token costs time at every start.
      sizes: { full: { value: '100%' }, content: { value: '1200px' }, sidebar: { value: '248px' } },
      zIndex: {
        sticky: { value: 100 },
        modal: { value: 1000 },
        toast: { value: 1200 },
        tooltip: { value: 1300 },
        skipNav: { value: 1400 },
      },
    },
    semanticTokens: {
      colors: semanticColors,
      shadows: {
        raised: {
          value: { _light: '0 8px 24px rgb(22 24 29 / 0.12)', _dark: '0 8px 24px rgb(0 0 0 / 0.5)' },
        },
      },
    },
    textStyles,
    layerStyles: { control: { value: control } },
    recipes,
    slotRecipes,
  },
});

export const system = createSystem(defaultBaseConfig, config);
