import type { ApprovalEnded } from '@countersign/contract';
import { CircleAlert } from 'lucide-react';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { Notice } from '../../../ui/feedback/notice.tsx';

/** That a rule or limits had approved a request, and why its owner is asked all the same. Nothing where none had. */
export function AskedAfterAll({ ended }: { ended: ApprovalEnded | undefined }) {
  if (ended === undefined) return null;
  return (
    <Notice>
      <CircleAlert size={16} aria-hidden />
      <p>{wordsOf(ended)}</p>
    </Notice>
  );
}

const OF_RULE = { revoked: 'was revoked', changed: 'was changed', expired: 'expired' } as const;
const OF_LIMITS = { revoked: 'were revoked', changed: 'were replaced', expired: 'ran out of time' } as const;

function wordsOf({ by, name, why }: ApprovalEnded): string {
  const what =
    by === 'rule'
      ? `Your rule “${visibleText(name ?? '')}” had approved this, but ${OF_RULE[why]}`
      : `This had passed within your limits, but they ${OF_LIMITS[why]}`;
  return `${what} before the agent received that, so you are asked.`;
}
