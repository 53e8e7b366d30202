import type { EditParameters } from '@countersign/contract';
import { lazy, Suspense } from 'react';
import { MonoBlock } from './mono-block.tsx';
import { visibleText } from './visible-text.ts';

// Highlighting and comparing are heavy and only wanted where there is code to see.
const CodeLines = lazy(() => import('./code-lines.tsx'));
const EditDiff = lazy(() => import('./edit-diff.tsx'));
const PatchDiff = lazy(() => import('./patch-diff.tsx'));
const RichText = lazy(() => import('./rich-text.tsx'));

/** A file's text with its name and highlighted code. */
export function CodeBlock({ path, code }: { path: string; code: string }) {
  return (
    <Suspense fallback={<MonoBlock title={path} text={code} />}>
      <CodeLines path={path} code={code} />
    </Suspense>
  );
}

/** A change of one file. `unified` keeps both sides in one column whatever the width. */
export function EditBlock({ edit, unified }: { edit: EditParameters; unified?: boolean }) {
  return (
    <Suspense fallback={<MonoBlock title={edit.path} text={edit.newText} />}>
      <EditDiff edit={edit} unified={unified} />
    </Suspense>
  );
}

/** A git diff. */
export function PatchBlock({ patch, unified }: { patch: string; unified?: boolean }) {
  return (
    <Suspense fallback={<MonoBlock text={patch} />}>
      <PatchDiff patch={patch} unified={unified} />
    </Suspense>
  );
}

/** Markdown that an agent wrote. */
export function Markdown({ text }: { text: string }) {
  return (
    <Suspense fallback={<span style={{ whiteSpace: 'pre-wrap' }}>{visibleText(text)}</span>}>
      <RichText text={text} />
    </Suspense>
  );
}
