import type { EditParameters } from '@countersign/contract';
import { useMemo } from 'react';
import { MonoBlock } from '../code/mono-block.tsx';
import { diffTexts } from './diff-rows.ts';
import { DiffTable } from './diff-table.tsx';

interface EditDiffProps {
  edit: EditParameters;
  unified?: boolean;
  part: string;
}

/** An edit of one file as a diff. Loaded lazily through `EditBlock`. */
export default function EditDiff({ edit, unified, part }: EditDiffProps) {
  const { path, oldText, newText } = edit;
  const isSame = oldText === newText;
  const diff = useMemo(
    () => (isSame ? null : diffTexts(path, oldText ?? '', newText)),
    [isSame, path, oldText, newText],
  );
  if (!diff) return <MonoBlock title={`${path}: this edit changes nothing`} text={newText} part={part} />;
  return <DiffTable diff={diff} copy={newText} unified={unified} part={part} />;
}
