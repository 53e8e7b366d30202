import { chakra } from '@chakra-ui/react/styled-system';

/** The first stop of the keyboard: past the sidebar to the page. */
export function SkipLink() {
  return <Link href="#main">Skip to content</Link>;
}

const Link = chakra('a', {
  base: {
    position: 'fixed',
    top: '8px',
    insetStart: '8px',
    zIndex: 'skipNav',
    px: '16px',
    py: '10px',
    rounded: 'control',
    bg: 'primary.solid',
    color: 'primary.contrast',
    translate: '0 -200%',
    _focus: { translate: '0 0' },
  },
});
