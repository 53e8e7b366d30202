import type { EditParameters } from '@countersign/contract';
import { lazy, Suspense } from 'react';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { Undrawn } from './undrawn.tsx';

// Highlighting and diffing are heavy and only needed where there is code to show.
const CodeLines = lazy(() => import('./code/code-lines.tsx'));
const EditDiff = lazy(() => import('./diff/edit-diff.tsx'));
const PatchDiff = lazy(() => import('./diff/patch-diff.tsx'));
const RichText = lazy(() => import('./rich-text.tsx'));

/** A file's text with its name and highlighted code. `part`: the part of a request (see `outlineOf`). */
export function CodeBlock({ path, code, part }: { path: string; code: string; part: string }) {
  return (
    <Suspense fallback={<Undrawn />}>
      <CodeLines path={path} code={code} part={part} />
    </Suspense>
  );
}

/** A change of one file. `unified` keeps both sides in one column at any width. */
export function EditBlock({ edit, unified, part }: { edit: EditParameters; unified?: boolean; part: string }) {
  return (
    <Suspense fallback={<Undrawn />}>
      <EditDiff edit={edit} unified={unified} part={part} />
    </Suspense>
  );
}

/** A git diff. */
export function PatchBlock({ patch, unified, part }: { patch: string; unified?: boolean; part: string }) {
  return (
    <Suspense fallback={<Undrawn />}>
      <PatchDiff patch={patch} unified={unified} part={part} />
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
