import { chakra } from '@chakra-ui/react/styled-system';

/** A placeholder in the shape of the coming content; give it that shape's width and height. */
export const Skeleton = chakra('div', {
  base: {
    bg: 'bg.muted',
    rounded: '6px',
    animation: 'pulse 1.6s ease-in-out infinite',
    _motionReduce: { animation: 'none' },
  },
});
