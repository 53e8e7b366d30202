import { chakra } from '@chakra-ui/react/styled-system';
import { useMemo } from 'react';
import { diffFiles, type FileDiff } from './diff-rows.ts';
import { DiffTable } from './diff-table.tsx';
import { MonoBlock } from './mono-block.tsx';

/** A complete git diff, one block a file. Loaded lazily through `PatchBlock`. */
export default function PatchDiff({ patch, unified }: { patch: string; unified?: boolean }) {
  const files = useMemo(() => read(patch), [patch]);
  if (!files) return <MonoBlock text={patch} />;
  return (
    <chakra.div display="grid" gap="12px">
      {files.map((file, index) =>
        file.source === undefined ? (
          <DiffTable key={index} diff={file} unified={unified} />
        ) : (
          <MonoBlock
            key={index}
            title={`${file.path}: ${file.rows.map(({ text }) => text).join(', ')}`}
            text={file.source}
          />
        ),
      )}
    </chakra.div>
  );
}

/** Lines beyond which a diff is shown as plain text: tables of that size make a page slow. */
const MOST_LINES = 5000;

/** Null when it has too many lines, or the text is no diff that can be read (a cut one): then the text itself is the truth. */
function read(patch: string): FileDiff[] | null {
  if (patch.split('\n', MOST_LINES + 1).length > MOST_LINES) return null;
  try {
    const files = diffFiles(patch);
    return files.length > 0 && files.every(({ rows, source }) => rows.length > 0 || source !== undefined)
      ? files
      : null;
  } catch {
    return null;
  }
}
