import { Children, type ReactNode, type Ref } from 'react';
import { Button as ChakraButton, type ButtonProps as ChakraButtonProps } from '@chakra-ui/react/button';

export interface ButtonProps extends Omit<ChakraButtonProps, 'variant' | 'size'> {
  variant?: 'solid' | 'outline' | 'subtle' | 'ghost' | 'plain';
  /** sm 32, md 40, lg 48 px; never under 44 px on phones. */
  size?: 'sm' | 'md' | 'lg';
  ref?: Ref<HTMLButtonElement>;
}

/**
 * A button; `colorPalette="approve" | "reject" | "neutral" …` gives it a meaning, `asChild` gives its look to a link.
 * While it is `loading` its text is hidden, but stays its accessible name.
 */
export function Button({ variant = 'solid', colorPalette = 'primary', ...props }: ButtonProps) {
  // Neutral means "an ordinary button": in ink, not in the grey of neutral badges.
  const ink = colorPalette === 'neutral' && variant !== 'solid' ? { color: 'fg' } : {};
  const busy = props.loading ? { 'aria-busy': true, 'aria-label': wordsOf(props.children) } : {};
  return <ChakraButton variant={variant} colorPalette={colorPalette} {...ink} {...busy} {...props} />;
}

/** For longer words on a button: on the smallest phones, or with large text, they take more than one line. */
export const WRAPS = {
  maxW: '100%',
  h: { mdDown: 'auto' },
  minH: { mdDown: '44px' },
  whiteSpace: { mdDown: 'normal' },
} as const;

const wordsOf = (children: ReactNode) =>
  Children.toArray(children)
    .filter((child) => typeof child === 'string')
    .join('');
