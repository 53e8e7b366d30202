import { describe, expect, it } from 'vitest';
import { HOVER_INK, neutrals, palettes } from './colors.ts';

const modes = ['light', 'dark'] as const;

describe.each(modes)('text contrast in %s mode', (mode) => {
  const backgrounds = ['page', 'surface', 'raised', 'tint'] as const;

  it.each(backgrounds)('ink and muted text on %s reach 4.5:1', (name) => {
    const background = neutrals[name][mode];
    expect(contrast(neutrals.ink[mode], background)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(neutrals.muted[mode], background)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(Object.entries(palettes))('%s text reaches 4.5:1 wherever it is used', (_name, palette) => {
    expect(contrast(palette.contrast[mode], palette.solid[mode])).toBeGreaterThanOrEqual(4.5);
    expect(contrast(palette.fg[mode], palette.subtle[mode])).toBeGreaterThanOrEqual(4.5);
    const hovered = mixed(palette.solid[mode], neutrals.ink[mode], HOVER_INK);
    expect(contrast(palette.contrast[mode], hovered), 'with the pointer on it').toBeGreaterThanOrEqual(4.5);
    expect(contrast(palette.fg[mode], palette.muted[mode]), 'tinted, with the pointer on it').toBeGreaterThanOrEqual(
      4.5,
    );
    for (const name of backgrounds) {
      expect(contrast(palette.fg[mode], neutrals[name][mode])).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('the outline of a control reaches 3:1 on the surfaces', () => {
    expect(contrast(neutrals.borderStrong[mode], neutrals.surface[mode])).toBeGreaterThanOrEqual(3);
  });
});

/** A mix of two #RRGGBB colours, with this share of the second. */
function mixed(a: string, b: string, share: number): string {
  const part = (hex: string, at: number) => parseInt(hex.slice(at, at + 2), 16);
  const mix = (at: number) => Math.round(part(a, at) * (1 - share) + part(b, at) * share);
  return `#${[1, 3, 5].map((at) => mix(at).toString(16).padStart(2, '0')).join('')}`;
}

/** WCAG 2 contrast ratio of two #RRGGBB colours. */
function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
