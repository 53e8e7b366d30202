import { chakra } from '@chakra-ui/react/styled-system';
import { useMemo } from 'react';
import { exactText } from '../../../../lib/text/exact-text.ts';
import { Disclosure } from '../../../../ui/layout/disclosure.tsx';
import { inOrder } from '../../../../ui/text/in-order.tsx';
import { useSeenPart } from '../../seen/use-seen-part.ts';
import { CodeFrame } from '../code/code-frame.tsx';
import type { FileDiff } from './diff-rows.ts';
import { factsOfBinary } from './file-notes.ts';

interface UnshownFileProps {
  file: FileDiff;
  /** Its part of the diff, as git wrote it. */
  source: string;
  part: string;
}

/** A file whose change cannot be shown as lines (a binary one): its kind, size and hash, and a tick of its own. */
export function UnshownFile({ file, source, part }: UnshownFileProps) {
  const [attach, seen] = useSeenPart(part, { lines: 1, name: file.path, names: file.names, tickOnly: true });
  const facts = useMemo(() => factsOfBinary(source), [source]);
  const notes = file.rows.map(({ text }) => text);
  return (
    <CodeFrame title={file.path} copy={source} part={{ key: part, seen }} canBeTicked folds={false}>
      <chakra.div ref={attach} px="12px" py="8px">
        <p>{inOrder(exactText([...notes, ...facts].join(', ')))}</p>
        <Disclosure summary="As git wrote it">
          <chakra.pre fontFamily="mono" whiteSpace="pre-wrap" overflowWrap="anywhere">
            {inOrder(exactText(source))}
          </chakra.pre>
        </Disclosure>
      </chakra.div>
    </CodeFrame>
  );
}
