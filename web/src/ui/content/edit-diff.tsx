import type { EditParameters } from '@countersign/contract';
import { useMemo } from 'react';
import { diffTexts } from './diff-rows.ts';
import { DiffTable } from './diff-table.tsx';
import { MonoBlock } from './mono-block.tsx';

/** An edit of one file as a diff. Loaded lazily through `EditBlock`. */
export default function EditDiff({ edit, unified }: { edit: EditParameters; unified?: boolean }) {
  const diff = useMemo(() => diffTexts(edit.path, edit.oldText ?? '', edit.newText), [edit]);
  // Too different to be compared in time: both texts, whole.
  if (!diff) {
    return (
      <>
        <MonoBlock title={`${edit.path}, before`} text={edit.oldText ?? ''} />
        <MonoBlock title={`${edit.path}, after`} text={edit.newText} />
      </>
    );
  }
  return <DiffTable diff={diff} unified={unified} />;
}
