import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { CodeFrame } from './code-frame.tsx';
import { visibleText } from './visible-text.ts';

interface MonoBlockProps {
  text: string;
  title?: ReactNode;
}

/** Text as it is, in mono on a tinted block: a command, JSON, output. Nothing in it is hidden by being invisible. */
export function MonoBlock({ text, title }: MonoBlockProps) {
  return (
    <CodeFrame title={title}>
      <chakra.pre px="12px" py="8px" fontFamily="mono" whiteSpace="pre-wrap" overflowWrap="anywhere">
        {visibleText(text)}
      </chakra.pre>
    </CodeFrame>
  );
}
