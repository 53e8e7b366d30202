import type { EditParameters } from '@countersign/contract';
import { lazy, type ReactNode, Suspense } from 'react';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { Attempt } from '../../../ui/feedback/attempt.tsx';
import { fetchedCode, UnfetchedError } from '../../../ui/loading/fetched-code.ts';
import { MonoBlock } from './code/mono-block.tsx';
import { jsonText } from './json-text.ts';
import { Undrawn } from './undrawn.tsx';
import { Unfetched } from './unfetched.tsx';

// Highlighting and diffing are heavy and only needed where there is code to show.
const CodeLines = lazy(() => fetchedCode(import('./code/code-lines.tsx')));
const EditDiff = lazy(() => fetchedCode(import('./diff/edit-diff.tsx')));
const PatchDiff = lazy(() => fetchedCode(import('./diff/patch-diff.tsx')));
const RichText = lazy(() => import('./rich-text.tsx'));

/** A file's text with its name and highlighted code. `part`: the part of a request (see `outlineOf`). */
export function CodeBlock({ path, code, part }: { path: string; code: string; part: string }) {
  return (
    <Block title={path} content={code} part={part}>
      <CodeLines path={path} code={code} part={part} />
    </Block>
  );
}

/** A change of one file. `unified` keeps both sides in one column at any width. */
export function EditBlock({ edit, unified, part }: { edit: EditParameters; unified?: boolean; part: string }) {
  return (
    <Block title={edit.path} content={edit} part={part}>
      <EditDiff edit={edit} unified={unified} part={part} />
    </Block>
  );
}

interface PatchProps {
  patch: string;
  unified?: boolean;
  part: string;
  /** Files that a commit before this one did not have like this: they are marked in the list. */
  changedSince?: readonly string[];
}

/** A git diff. */
export function PatchBlock({ patch, unified, part, changedSince }: PatchProps) {
  return (
    <Block title="Patch" content={patch} part={part}>
      <PatchDiff patch={patch} unified={unified} part={part} changedSince={changedSince} />
    </Block>
  );
}

interface ExactProps {
  title: string;
  content: unknown;
  part: string;
}

/** What cannot be drawn stands there as exact text, which is then the part to be seen. */
function Block({ children, ...exact }: ExactProps & { children: ReactNode }) {
  return (
    <Attempt
      otherwise={(error) => (
        <>
          {error instanceof UnfetchedError && <Unfetched error={error} />}
          <Exact {...exact} />
        </>
      )}
    >
      <Suspense fallback={<Undrawn />}>{children}</Suspense>
    </Attempt>
  );
}

function Exact({ title, content, part }: ExactProps) {
  return <MonoBlock title={title} text={jsonText(content)} part={part} />;
}

/** Markdown that an agent wrote; as it was written until it is drawn, and where it cannot be. */
export function Markdown({ text }: { text: string }) {
  const plain = <span style={{ whiteSpace: 'pre-wrap' }}>{visibleText(text)}</span>;
  return (
    <Attempt otherwise={() => plain}>
      <Suspense fallback={plain}>
        <RichText text={text} />
      </Suspense>
    </Attempt>
  );
}
