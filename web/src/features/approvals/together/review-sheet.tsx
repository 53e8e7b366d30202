import { type Approval, LIST_REJECTION_REASON } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { useFocusRescue } from '../../../ui/focus/use-focus-rescue.ts';
import { FormAlert } from '../../../ui/forms/form-alert.tsx';
import { type Failures, useDecideSeveral } from '../mutations.ts';
import { onSingleClick, sightOf } from '../press-guards/settling.ts';
import { IGNORED } from '../press-guards/use-ignored-press.ts';
import { usePressGuard } from '../press-guards/use-press-guard.ts';
import { useSettledList } from '../press-guards/use-settled-list.ts';
import type { Freshness } from '../review/use-review.ts';
import { SheetEntry, type Standing } from './sheet-entry.tsx';
import { kindWords } from './together.ts';

interface ReviewSheetProps {
  /** Exactly what is to be decided. */
  chosen: readonly Approval[];
  kind: string;
  freshness: Freshness;
  /** Leaves one out of those decided together. */
  onLeaveOut: (id: string) => void;
  onClose: () => void;
  /** All of them were decided, or are kept until the server answers. */
  onDone: () => void;
}

/**
 * Everything that is decided together, each with its full content: Approve is off until all of it has been seen. Each
 * is decided by its own call, with its own hash; one that could not be decided stays here and says why.
 */
export function ReviewSheet({ chosen, kind, freshness, onLeaveOut, onClose, onDone }: ReviewSheetProps) {
  const [standings, setStandings] = useState<ReadonlyMap<string, Standing>>(new Map());
  const [failures, setFailures] = useState<Failures>(new Map());
  /** What was sent: an item that failed because it was decided elsewhere is no longer among the chosen. */
  const [sent, setSent] = useState<readonly Approval[]>([]);
  const [answered, setAnswered] = useState(0);
  const decide = useDecideSeveral(setAnswered);
  const isSettled = useSettledList(chosen);
  const { ifMeant, wasIgnored } = usePressGuard(() => isSettled);

  const report = useCallback((sight: string, standing: Standing) => {
    setStandings((known) => new Map(known).set(sight, standing));
  }, []);
  const standingOf = (approval: Approval) => standings.get(sightOf(approval));
  const seen = chosen.filter((approval) => standingOf(approval)?.canApprove).length;
  const canReject = chosen.every((approval) => standingOf(approval)?.canReject);
  const gone = sent.filter(({ id }) => failures.has(id) && !chosen.some((approval) => approval.id === id));

  const send = (how: 'approve' | 'reject') => {
    setSent(chosen);
    setFailures(new Map());
    setAnswered(0);
    const items = chosen.map(({ id, task, hash }) => ({ id, taskId: task.id, hash, reason: LIST_REJECTION_REASON }));
    decide.mutate(how === 'approve' ? { how, items: items.map(withoutReason) } : { how, items }, {
      onSuccess: ({ failures: failed }) => (failed.size === 0 ? onDone() : setFailures(failed)),
    });
  };
  const press = (how: 'approve' | 'reject') =>
    onSingleClick(() => {
      if (!decide.isPending) ifMeant(() => send(how));
    });
  const words = kindWords(kind, chosen.length);
  return (
    <Dialog
      open
      onClose={onClose}
      busy={decide.isPending}
      title={`Decide ${words} together`}
      size="lg"
      footer={
        <>
          <Status role="status">
            {decide.isPending
              ? `${answered} of ${sent.length} answered`
              : wasIgnored
                ? IGNORED
                : `${seen} of ${chosen.length} seen to the end`}
          </Status>
          <Button
            variant="outline"
            colorPalette="reject"
            disabled={decide.isPending || !canReject || chosen.length === 0}
            onClick={press('reject')}
          >
            Reject {chosen.length}
          </Button>
          <Button
            colorPalette="approve"
            disabled={decide.isPending || seen < chosen.length || chosen.length === 0}
            onClick={press('approve')}
          >
            Approve {chosen.length}
          </Button>
        </>
      }
    >
      <section aria-label="Requests">
        {gone.map(({ id, task }) => (
          <chakra.div key={id} mb="12px">
            <FormAlert>
              {visibleText(task.title)}: {failures.get(id)}
            </FormAlert>
          </chakra.div>
        ))}
        {chosen.length === 0 && !decide.isPending && (
          <chakra.p color="fg.muted" pb="12px">
            None of them is left to be decided here.
          </chakra.p>
        )}
        <Entries of={chosen}>
          {chosen.map((approval) => (
            <SheetEntry
              key={sightOf(approval)}
              approval={approval}
              freshness={freshness}
              failure={failures.get(approval.id)}
              onReport={report}
              onLeaveOut={decide.isPending ? undefined : onLeaveOut}
            />
          ))}
        </Entries>
      </section>
    </Dialog>
  );
}

/** Where one is left out, or decided elsewhere, the focus moves to the next. */
function Entries({ of, children }: { of: readonly Approval[]; children: ReactNode }) {
  const list = useRef<HTMLUListElement>(null);
  useFocusRescue(list, of);
  return (
    <chakra.ul
      ref={list}
      display="grid"
      gridTemplateColumns="minmax(0, 1fr)"
      gap="20px"
      pb="4px"
      aria-label="Decided together"
    >
      {children}
    </chakra.ul>
  );
}

const withoutReason = ({ id, taskId, hash }: { id: string; taskId: string; hash: string }) => ({ id, taskId, hash });

/** Above the buttons where there is no room beside them. */
const Status = chakra('span', {
  base: { flex: { base: '1 0 100%', sm: '1' }, textStyle: 'sm', color: 'fg.muted' },
});
