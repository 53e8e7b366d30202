import type { PublishParameters } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { Pencil } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { parts } from '../../../entities/task-item/seen/outline.ts';
import { SeenFact, SeenText } from '../../../entities/task-item/seen/seen-text.tsx';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { Field } from '../../../ui/forms/field.tsx';
import { Input } from '../../../ui/forms/input.tsx';
import { Textarea } from '../../../ui/forms/textarea.tsx';
import { thumbReach } from '../../../ui/viewport/thumb.ts';
import type { PublishEdits } from './kept-edits.ts';

interface PublishWordsProps {
  publish: PublishParameters;
  edits: PublishEdits;
  onChange: (edits: PublishEdits) => void;
}

/**
 * Title and text of the pull request as they will be sent; a tap edits them in place. The commit stays the one shown.
 */
export function PublishWords({ publish, edits, onChange }: PublishWordsProps) {
  const title = edits.title ?? publish.title;
  const body = edits.body ?? publish.body;
  const changed = [edits.title !== undefined && 'title', edits.body !== undefined && 'text'].filter(Boolean);
  return (
    <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="4px">
      <InPlace
        label="Pull request title"
        keepsOpen={title.trim() === ''}
        shown={
          <Own part={edits.title === undefined ? parts.pullRequestTitle : null} name="Pull request title">
            <chakra.p fontWeight="600" overflowWrap="anywhere">
              {visibleText(title)}
            </chakra.p>
          </Own>
        }
        field={
          <Field label="Pull request title" required error={title.trim() === '' ? 'Title is required' : undefined}>
            <Input
              value={title}
              maxLength={200}
              onChange={(event) => onChange({ ...edits, title: event.target.value })}
            />
          </Field>
        }
      />
      <InPlace
        label="Pull request text"
        shown={
          edits.body === undefined && body.trim() !== '' ? (
            <SeenText part={parts.pullRequestText} name="the text" text={visibleText(body.trim())} />
          ) : (
            <chakra.p whiteSpace="pre-wrap" overflowWrap="anywhere" color={body.trim() === '' ? 'fg.muted' : undefined}>
              {body.trim() === '' ? 'No text' : visibleText(body.trim())}
            </chakra.p>
          )
        }
        field={
          <Field label="Pull request text">
            <Textarea
              rows={6}
              maxLength={20_000}
              value={body}
              onChange={(event) => onChange({ ...edits, body: event.target.value })}
            />
          </Field>
        }
      />
      {changed.length > 0 && (
        <chakra.p textStyle="sm" color="fg.muted">
          You changed the pull request’s {changed.join(' and ')}.
        </chakra.p>
      )}
    </chakra.div>
  );
}

/** The agent's words must be seen, the person's own need not. */
function Own({ part, name, children }: { part: string | null; name: string; children: ReactNode }) {
  if (part === null) return children;
  return (
    <SeenFact part={part} name={name}>
      {children}
    </SeenFact>
  );
}

interface InPlaceProps {
  label: string;
  shown: ReactNode;
  field: ReactNode;
  /** The field's content is invalid, so it stays open. */
  keepsOpen?: boolean;
}

/**
 * Words with a pencil beside them; a tap turns them into a field, which turns back into words when it loses the focus.
 */
function InPlace({ label, shown, field, keepsOpen = false }: InPlaceProps) {
  const [isOpen, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const isEditing = isOpen || keepsOpen;
  useEffect(() => {
    if (isOpen) frame.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  }, [isOpen]);
  const leave = () => {
    // Another window may have taken the focus: on return it is in the field again, and so is what is typed on.
    if (!frame.current?.contains(document.activeElement)) setOpen(false);
  };
  return (
    // A field that could not close, and is focused again, stays until it is left: it must not vanish while somebody
    // types.
    <chakra.div ref={frame} minW={0} onFocus={() => isEditing && setOpen(true)} onBlur={leave}>
      {isEditing ? (
        field
      ) : (
        <Words onClick={() => setOpen(true)}>
          {shown}
          <Edit type="button" className="pressable" aria-label={`Edit ${label.toLowerCase()}`} title="Edit">
            <Pencil size={14} aria-hidden />
          </Edit>
        </Words>
      )}
    </chakra.div>
  );
}

const Words = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: '8px',
    cursor: 'text',
    rounded: '6px',
    _hover: { bg: 'bg.muted' },
  },
});

const Edit = chakra('button', {
  base: {
    display: 'grid',
    placeItems: 'center',
    boxSize: '28px',
    rounded: '6px',
    color: 'fg.muted',
    cursor: 'pointer',
    '& > *': { pointerEvents: 'none' },
    ...thumbReach('8px', '8px'),
  },
});
