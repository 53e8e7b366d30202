import { defineTextStyles } from '@chakra-ui/react/styled-system';

/**
 * The type scale: 12/13/14/16/20/28 px, where the browser's font size is 16 px. Body text is 16 px on phones and 14 px
 * from 768 px.
 */
export const textStyles = defineTextStyles({
  xs: { value: { fontSize: '0.75rem', lineHeight: '1rem' } },
  sm: { value: { fontSize: '0.8125rem', lineHeight: '1.25rem' } },
  md: { value: { fontSize: { base: '1rem', md: '0.875rem' }, lineHeight: { base: '1.5rem', md: '1.25rem' } } },
  lg: { value: { fontSize: '1rem', lineHeight: '1.5rem' } },
  xl: { value: { fontSize: '1.25rem', lineHeight: '1.75rem', letterSpacing: '-0.01em' } },
  '2xl': { value: { fontSize: '1.75rem', lineHeight: '2.25rem', letterSpacing: '-0.02em' } },
  /** Titles: page, card and section headings. */
  title: {
    value: {
      fontSize: { base: '1.25rem', md: '1.75rem' },
      lineHeight: { base: '1.75rem', md: '2.25rem' },
      fontWeight: '600',
      letterSpacing: '-0.02em',
    },
  },
  heading: { value: { fontSize: '1.25rem', lineHeight: '1.75rem', fontWeight: '600', letterSpacing: '-0.01em' } },
  cardTitle: { value: { fontSize: '1rem', lineHeight: '1.5rem', fontWeight: '600' } },
  label: { value: { fontSize: '0.8125rem', lineHeight: '1.25rem', fontWeight: '500' } },
  mono: {
    value: {
      fontFamily: 'mono',
      fontSize: { base: '0.75rem', md: '0.8125rem' },
      lineHeight: { base: '1.125rem', md: '1.25rem' },
    },
  },
});
