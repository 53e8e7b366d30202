import type { Approval } from '@countersign/contract';
import { useMemo, useState } from 'react';
import { useStableCallback } from '../../../lib/use-stable-callback.ts';
import type { SelectState } from './select-box.tsx';
import { kindOf, MOST_TOGETHER } from './together.ts';

/** The selection, as a list needs it. */
export interface Selecting {
  /** Undefined if it cannot be selected now. */
  stateOf: (approval: Approval) => SelectState | undefined;
  onSelect: (id: string) => void;
}

const none: readonly string[] = [];

/**
 * The requests that a person selects to decide together: all of the kind of the first one, and at most as many as can
 * be read in one go. A request that is decided, or no longer harmless, drops out.
 */
export function useSelection(approvals: readonly Approval[]) {
  const [isOn, setOn] = useState(false);
  const [ids, setIds] = useState(none);

  const { chosen, kind, ofKind } = useMemo(() => choiceOf(approvals, ids), [approvals, ids]);
  // Permanently: one that becomes harmless again was not selected in its new form.
  if (chosen.length < ids.length) setIds(chosen.map(({ id }) => id));
  const isChosen = new Set(chosen.map(({ id }) => id));
  const isFull = chosen.length >= MOST_TOGETHER;

  const onSelect = useStableCallback((id: string) => {
    if (isChosen.has(id)) setIds([...isChosen].filter((one) => one !== id));
    else if (!isFull) setIds([...isChosen, id]);
  });
  const stateOf = (approval: Approval): SelectState | undefined => {
    if (isChosen.has(approval.id)) return 'selected';
    const its = kindOf(approval);
    return its !== null && !isFull && (kind === null || its === kind) ? 'open' : undefined;
  };
  return {
    selecting: isOn ? ({ stateOf, onSelect } satisfies Selecting) : null,
    chosen,
    kind,
    /** How many can be chosen at once. */
    most: Math.min(ofKind.length, MOST_TOGETHER),
    start: () => setOn(true),
    /** All of the kind: the selected ones, then the first of the others. */
    selectAll: () => {
      const others = ofKind.filter(({ id }) => !isChosen.has(id));
      setIds([...chosen, ...others].slice(0, MOST_TOGETHER).map(({ id }) => id));
    },
    stop: () => {
      setOn(false);
      setIds(none);
    },
  };
}
export type Selection = ReturnType<typeof useSelection>;

/** The selected requests that are still valid, in the order of the list; the kind is that of the first one. */
function choiceOf(approvals: readonly Approval[], ids: readonly string[]) {
  const byId = new Map(approvals.map((approval) => [approval.id, approval]));
  const kinds = ids.map((id) => byId.get(id)).map((approval) => approval && kindOf(approval));
  const kind = kinds.find((one) => one !== undefined && one !== null) ?? null;
  const ofKind = kind === null ? [] : approvals.filter((approval) => kindOf(approval) === kind);
  const wanted = new Set(ids);
  return { kind, ofKind, chosen: ofKind.filter(({ id }) => wanted.has(id)) };
}
