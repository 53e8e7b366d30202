import { CircleAlert } from 'lucide-react';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { useSeen } from '../seen/seen-scope.tsx';
import { MonoBlock } from './code/mono-block.tsx';
import type { ItemSubject } from './describe-content.ts';
import { jsonText } from './json-text.ts';

/** In place of content that cannot be drawn: its data as text. The parts to be seen are missing: it cannot be approved. */
export function Undrawable({ subject }: { subject: ItemSubject }) {
  const isPending = useSeen() !== null;
  return (
    <>
      <Notice>
        <CircleAlert size={16} aria-hidden />
        <span>This content cannot be drawn.{isPending && ' You can only reject it.'}</span>
      </Notice>
      <MonoBlock title="Its data" text={jsonText(subject)} />
    </>
  );
}
