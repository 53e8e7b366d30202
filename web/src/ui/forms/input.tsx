import type { Ref } from 'react';
import { Input as ChakraInput, type InputProps as ChakraInputProps } from '@chakra-ui/react/input';

export type InputProps = Omit<ChakraInputProps, 'size' | 'variant'> & { ref?: Ref<HTMLInputElement> };

/** A line of text; inside a `Field` it is labelled and described by it. */
export function Input(props: InputProps) {
  return <ChakraInput {...props} />;
}
