/** Styles of the single-part components. */
import { defineRecipe } from '@chakra-ui/react/styled-system';
import { TINY, TOUCH } from '../viewport/media.ts';
import { HOVER_INK } from './colors.ts';

/**
 * Towards ink, which increases the contrast to the text: a lighter colour in light mode would make it hard to read
 * while the pointer is there.
 */
const hoveredSolid = `color-mix(in srgb, var(--cs-colors-color-palette-solid), var(--cs-colors-fg) ${HOVER_INK * 100}%)`;

const thumb = { minW: '44px', minH: '44px' };

const button = defineRecipe({
  base: {
    display: 'inline-flex',
    // The spinner of a loading button is centred in it.
    position: 'relative',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: 0,
    gap: '8px',
    rounded: 'control',
    borderWidth: '1px',
    borderColor: 'transparent',
    fontWeight: '500',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    userSelect: 'none',
    textDecoration: 'none',
    transition: 'background-color 120ms ease-out, border-color 120ms ease-out',
    _disabled: { opacity: 0.5, cursor: 'not-allowed' },
    '& svg': { flexShrink: 0, pointerEvents: 'none' },
  },
  variants: {
    variant: {
      solid: { bg: 'colorPalette.solid', color: 'colorPalette.contrast', _hover: { bg: hoveredSolid } },
      outline: {
        borderColor: 'border.strong',
        color: 'colorPalette.fg',
        bg: 'bg.surface',
        _hover: { bg: 'colorPalette.subtle' },
      },
      subtle: { bg: 'colorPalette.subtle', color: 'colorPalette.fg', _hover: { bg: 'colorPalette.muted' } },
      ghost: { color: 'colorPalette.fg', _hover: { bg: 'colorPalette.subtle' } },
      plain: { color: 'colorPalette.fg', px: '0 !important', _hover: { textDecoration: 'underline' } },
    },
    // A thumb needs 44 px, also on a phone in landscape; a pointer does not, so the height shrinks from 768 px on.
    size: {
      sm: {
        h: { base: '44px', md: '32px' },
        minW: { base: '44px', md: '32px' },
        px: '12px',
        textStyle: 'sm',
        [TOUCH]: thumb,
      },
      md: {
        h: { base: '44px', md: '40px' },
        minW: { base: '44px', md: '40px' },
        px: '16px',
        textStyle: 'md',
        [TOUCH]: thumb,
        [TINY]: { px: '8px' },
      },
      lg: { h: '48px', minW: '48px', px: '24px', textStyle: 'lg' },
    },
  },
  defaultVariants: { variant: 'solid', size: 'md' },
});

const input = defineRecipe({ base: { layerStyle: 'control' } });

const textarea = defineRecipe({
  base: { layerStyle: 'control', height: 'auto', minH: '96px', py: '8px', resize: 'vertical' },
});

const spinner = defineRecipe({
  base: {
    display: 'inline-block',
    boxSize: '20px',
    rounded: 'full',
    borderWidth: '2px',
    // It is in a button, and has the colour of the button's text.
    borderColor: 'color-mix(in srgb, currentColor 25%, transparent)',
    borderTopColor: 'currentColor',
    animation: 'spin 700ms linear infinite',
  },
  variants: { size: { sm: { boxSize: '16px' }, md: { boxSize: '20px' }, lg: { boxSize: '32px' } } },
});

export const recipes = { button, input, textarea, spinner };
