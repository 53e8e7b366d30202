import type { EditParameters } from '@countersign/contract';
import { useMemo } from 'react';
import { useSeenPart } from '../seen/use-seen-part.ts';
import { diffTexts } from './diff-rows.ts';
import { DiffTable } from './diff-table.tsx';
import { MonoBlock } from './mono-block.tsx';

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
  if (isSame) return <MonoBlock title={`${path}: this edit changes nothing`} text={newText} part={part} />;
  if (diff) return <DiffTable diff={diff} copy={newText} unified={unified} part={part} />;
  return <BothTexts edit={edit} part={part} />;
}

/** Too different to be compared in time: both complete texts are shown. */
function BothTexts({ edit: { path, oldText, newText }, part }: Pick<EditDiffProps, 'edit' | 'part'>) {
  useSeenPart(part, { lines: 0, name: path });
  return (
    <>
      <MonoBlock title={`${path}, before`} text={oldText ?? ''} part={`${part}/0`} />
      <MonoBlock title={`${path}, after`} text={newText} part={`${part}/1`} />
    </>
  );
}
