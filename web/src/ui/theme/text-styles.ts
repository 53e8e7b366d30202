import { defineTextStyles } from '@chakra-ui/react/styled-system';

/** The type scale: 12/13/14/16/20/28 px. Body text is 16 px on phones and 14 px from 768 px. */
export const textStyles = defineTextStyles({
  xs: { value: { fontSize: '12px', lineHeight: '16px' } },
  sm: { value: { fontSize: '13px', lineHeight: '20px' } },
  md: { value: { fontSize: { base: '16px', md: '14px' }, lineHeight: { base: '24px', md: '20px' } } },
  lg: { value: { fontSize: '16px', lineHeight: '24px' } },
  xl: { value: { fontSize: '20px', lineHeight: '28px', letterSpacing: '-0.01em' } },
  '2xl': { value: { fontSize: '28px', lineHeight: '36px', letterSpacing: '-0.02em' } },
  /** Titles: page, card and section headings. */
  title: {
    value: {
      fontSize: { base: '20px', md: '28px' },
      lineHeight: { base: '28px', md: '36px' },
      fontWeight: '600',
      letterSpacing: '-0.02em',
    },
  },
  heading: { value: { fontSize: '20px', lineHeight: '28px', fontWeight: '600', letterSpacing: '-0.01em' } },
  cardTitle: { value: { fontSize: '16px', lineHeight: '24px', fontWeight: '600' } },
  label: { value: { fontSize: '13px', lineHeight: '20px', fontWeight: '500' } },
  mono: {
    value: { fontFamily: 'mono', fontSize: { base: '12px', md: '13px' }, lineHeight: { base: '18px', md: '20px' } },
  },
});
