/** Styles of the multi-part Chakra components in use; no others ship. */
import { defineSlotRecipe } from '@chakra-ui/react/styled-system';
import {
  dialogAnatomy,
  fieldAnatomy,
  nativeSelectAnatomy,
  tabsAnatomy,
  toastAnatomy,
  tooltipAnatomy,
} from '@chakra-ui/react/anatomy';
import { LOW, TYPING } from '../viewport/media.ts';

const dialog = defineSlotRecipe({
  slots: dialogAnatomy.keys(),
  base: {
    backdrop: {
      bg: 'black/50',
      pos: 'fixed',
      inset: 0,
      zIndex: 'modal',
      _open: { animation: 'fade-in 150ms ease-out' },
    },
    positioner: {
      display: 'flex',
      pos: 'fixed',
      inset: 0,
      zIndex: 'modal',
      justifyContent: 'center',
      alignItems: { base: 'stretch', sm: 'flex-start' },
      overflow: 'auto',
      overscrollBehaviorY: 'none',
    },
    content: {
      display: 'flex',
      flexDirection: 'column',
      position: 'relative',
      width: '100%',
      minHeight: { base: '100dvh', sm: 'auto' },
      maxHeight: { base: '100dvh', sm: 'calc(100dvh - 96px)' },
      my: { base: 0, sm: '48px' },
      mx: { base: 0, sm: '16px' },
      bg: 'bg.panel',
      borderWidth: { base: 0, sm: '1px' },
      rounded: { base: 0, sm: 'card' },
      shadow: 'raised',
      outline: 0,
      _open: { animation: 'rise 150ms ease-out' },
      [LOW]: { my: '8px', maxHeight: 'calc(100dvh - 16px)' },
    },
    header: {
      flexShrink: 0,
      px: '24px',
      pt: '20px',
      pb: '12px',
      pe: '64px',
      [LOW]: { pt: '14px', pb: '8px' },
      [TYPING]: { pt: '10px', pb: '6px' },
    },
    title: { textStyle: 'heading', [TYPING]: { textStyle: 'cardTitle' } },
    description: { color: 'fg.muted', mt: '4px', [TYPING]: { textStyle: 'sm', mt: 0 } },
    body: { flex: '1', px: '24px', py: '4px', overflow: 'auto' },
    footer: {
      flexShrink: 0,
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      justifyContent: 'flex-end',
      gap: '12px',
      px: '24px',
      pt: '16px',
      pb: 'max(20px, env(safe-area-inset-bottom))',
      [LOW]: { pt: '8px', pb: '12px' },
      [TYPING]: { pt: '6px', pb: 'max(8px, env(safe-area-inset-bottom))' },
    },
    closeTrigger: { pos: 'absolute', top: '12px', insetEnd: '12px', [TYPING]: { top: '2px' } },
  },
  variants: {
    size: {
      // A question is a few lines: on a phone it comes up from the bottom instead of filling the screen.
      sm: {
        positioner: { alignItems: { base: 'flex-end', sm: 'flex-start' } },
        content: { maxW: { sm: '440px' }, minHeight: 'auto', roundedTop: 'card' },
      },
      md: { content: { maxW: { sm: '560px' } } },
      lg: { content: { maxW: { sm: '880px' } } },
    },
  },
  defaultVariants: { size: 'md' },
});

const tabs = defineSlotRecipe({
  slots: tabsAnatomy.keys(),
  base: {
    root: { width: '100%' },
    list: { display: 'flex', gap: '4px', p: '4px', bg: 'bg.muted', rounded: 'control' },
    trigger: {
      flex: 1,
      minH: '44px',
      px: '12px',
      display: 'inline-flex',
      alignItems: 'center',
      justifyContent: 'center',
      gap: '8px',
      rounded: '6px',
      textStyle: 'label',
      color: 'fg.muted',
      cursor: 'pointer',
      _selected: {
        bg: { base: 'bg.surface', _dark: 'neutral.muted' },
        color: 'fg',
        boxShadow: '0 0 0 1px var(--global-color-border)',
      },
    },
    content: { pt: '16px', outlineOffset: '4px' },
  },
});

const tooltip = defineSlotRecipe({
  slots: tooltipAnatomy.keys(),
  base: {
    content: {
      bg: 'neutral.solid',
      color: 'neutral.contrast',
      px: '8px',
      py: '4px',
      rounded: '6px',
      textStyle: 'xs',
      maxW: '320px',
      zIndex: 'tooltip',
      _open: { animation: 'fade-in 120ms ease-out' },
    },
  },
});

const toast = defineSlotRecipe({
  slots: toastAnatomy.keys(),
  base: {
    root: {
      width: { base: 'calc(100vw - 32px)', sm: '380px' },
      // Beside the buttons that decide.
      [LOW]: { width: 'min(380px, 100vw - 232px)' },
      display: 'flex',
      alignItems: 'center',
      gap: '12px',
      px: '16px',
      py: { base: '8px', md: '16px' },
      pe: '48px',
      position: 'relative',
      bg: 'bg.panel',
      color: 'fg',
      borderWidth: '1px',
      rounded: 'card',
      shadow: 'raised',
      translate: 'var(--x) var(--y)',
      scale: 'var(--scale)',
      zIndex: 'var(--z-index)',
      height: 'var(--height)',
      opacity: 'var(--opacity)',
      transition: 'translate 200ms ease-out, opacity 200ms ease-out',
      // The store keeps a dismissed toast for its remove delay; on screen and for screen readers it is gone.
      _closed: { visibility: 'hidden', transition: 'opacity 200ms ease-out, visibility 0s 200ms' },
      touchAction: 'pan-y',
      userSelect: 'none',
    },
    title: { textStyle: 'label', fontWeight: '600' },
    description: { textStyle: 'sm', color: 'fg.muted', overflowWrap: 'anywhere' },
    indicator: { flexShrink: 0, boxSize: '20px' },
    closeTrigger: { position: 'absolute', insetBlock: 0, my: 'auto', insetEnd: '2px' },
  },
});

const field = defineSlotRecipe({
  slots: fieldAnatomy.keys(),
  base: {
    root: { display: 'flex', flexDirection: 'column', gap: '6px', width: '100%' },
    label: { textStyle: 'label', display: 'inline-flex', gap: '4px' },
    requiredIndicator: { color: 'fg.error' },
    helperText: { textStyle: 'xs', color: 'fg.muted' },
    errorText: { textStyle: 'xs', color: 'fg.error', display: 'inline-flex', gap: '4px', alignItems: 'center' },
  },
});

const nativeSelect = defineSlotRecipe({
  slots: nativeSelectAnatomy.keys(),
  base: {
    root: { position: 'relative', width: '100%' },
    field: {
      layerStyle: 'control',
      appearance: 'none',
      pe: '36px',
      textOverflow: 'ellipsis',
      '& option': { bg: 'bg.panel' },
    },
    indicator: {
      position: 'absolute',
      insetEnd: '12px',
      top: '50%',
      translate: '0 -50%',
      pointerEvents: 'none',
      color: 'fg.muted',
      boxSize: '16px',
    },
  },
});

export const slotRecipes = { dialog, tabs, tooltip, toast, field, nativeSelect };
