import { type Approval, countsAsHigh } from '@countersign/contract';
import { Suspense, useState } from 'react';
import { Button, WRAPS } from '../../ui/buttons/button.tsx';
import { openedByPress } from '../../ui/loading/opened-by-press.ts';

// Loaded lazily: few people open it, and not while reviewing.
const RuleDialog = openedByPress(() => import('./rule-dialog.tsx'));

const kinds = new Set(['execute', 'read', 'edit']);

/** Offers a rule for requests like this one; nothing if no rule could cover it. */
function OfferRule({ approval }: { approval: Approval }) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const { type, toolKind, risk } = approval;
  const isStep = type === 'tool_call' || type === 'file_creation';
  if (!isStep || !kinds.has(toolKind ?? '') || !risk?.judged || countsAsHigh(risk)) return null;
  const open = () =>
    RuleDialog.open(() => {
      setWasOpened(true);
      setOpen(true);
    });
  return (
    <>
      <Button className="pressable" variant="ghost" colorPalette="neutral" size="sm" {...WRAPS} onClick={open}>
        Always allow this here…
      </Button>
      {wasOpened && (
        <Suspense fallback={null}>
          <RuleDialog.Component approval={approval} open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Renders OfferRule; a function that never changes, because lists of cards need that. */
export const offerRule = (approval: Approval) => <OfferRule approval={approval} />;
