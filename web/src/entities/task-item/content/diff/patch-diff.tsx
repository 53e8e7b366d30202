import { chakra } from '@chakra-ui/react/styled-system';
import { useMemo } from 'react';
import { useSeenPart } from '../../seen/use-seen-part.ts';
import { MonoBlock } from '../code/mono-block.tsx';
import { diffFiles, type FileDiff } from './diff-rows.ts';
import { DiffTable } from './diff-table.tsx';
import { FileList } from './file-list.tsx';
import { UnshownFile } from './unshown-file.tsx';

interface PatchDiffProps {
  patch: string;
  unified?: boolean;
  part: string;
  changedSince?: readonly string[];
}

/** A complete git diff: a list of its files, then one block per file. Loaded lazily through `PatchBlock`. */
export default function PatchDiff({ patch, ...shown }: PatchDiffProps) {
  const files = useMemo(() => read(patch), [patch]);
  if (!files) return <MonoBlock title="Patch" text={patch} part={shown.part} />;
  return <Files files={files} {...shown} />;
}

function Files({ files, unified, part, changedSince }: Omit<PatchDiffProps, 'patch'> & { files: FileDiff[] }) {
  // Registers that the patch is present; each file registers its own lines. Its list leads on to any of them.
  const [attach] = useSeenPart(part, { lines: 0, name: 'Patch' });
  const keyOf = (index: number) => `${part}/${index}`;
  const near = useMemo(() => filesNear(files), [files]);
  return (
    <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="12px">
      <FileList ref={attach} files={files} keyOf={keyOf} changedSince={changedSince} />
      {files.map((file, index) =>
        file.source === undefined ? (
          <DiffTable
            key={index}
            diff={file}
            unified={unified}
            part={keyOf(index)}
            startsDrawn={index < near}
            isOneOfSeveral={files.length > 1}
          />
        ) : (
          <UnshownFile key={index} file={file} source={file.source} part={keyOf(index)} />
        ),
      )}
    </chakra.div>
  );
}

/** The number of lines that may be in view at first. */
const FIRST_LINES = 100;

/** How many files may stand in view at first. */
function filesNear(files: readonly FileDiff[]): number {
  let lines = 0;
  const beyond = files.findIndex(({ rows }) => (lines += rows.length) - rows.length > FIRST_LINES);
  return beyond < 0 ? files.length : beyond;
}

/** Diffs with more lines are shown as plain text: parsing them would block the page. */
const MOST_LINES = 20_000;

/** Null if it has too many lines or cannot be parsed (a cut diff): then only the text itself can be trusted. */
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
