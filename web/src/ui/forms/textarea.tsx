import type { Ref } from 'react';
import { Textarea as ChakraTextarea, type TextareaProps as ChakraTextareaProps } from '@chakra-ui/react/textarea';

export type TextareaProps = Omit<ChakraTextareaProps, 'size' | 'variant'> & { ref?: Ref<HTMLTextAreaElement> };

/** Several lines of text; inside a `Field` it is labelled and described by it. */
export function Textarea(props: TextareaProps) {
  return <ChakraTextarea {...props} />;
}
