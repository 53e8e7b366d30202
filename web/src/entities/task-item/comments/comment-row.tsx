import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useRef } from 'react';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Textarea } from '../../../ui/forms/textarea.tsx';
import type { Commenting } from './comment-scope.tsx';
import { type LineComment, placeWords } from './line-comments.ts';

interface CommentRowProps {
  comment: LineComment;
  commenting: Commenting;
  columns: number;
}

/** A comment below the last line it is about: being written, or as it will be sent. */
export function CommentRow({ comment, commenting, columns }: CommentRowProps) {
  const isOpen = commenting.openId === comment.id;
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (isOpen) field.current?.focus({ preventScroll: true });
  }, [isOpen]);
  const place = placeWords({ ...comment, path: '' }).slice(1);
  const remove = () => commenting.remove(comment.id);
  return (
    <tr>
      <td colSpan={columns}>
        <Note role="group" aria-label={`Comment on line ${place}`} data-comment={comment.id}>
          {isOpen ? (
            <Field
              label={`Comment on line ${place}`}
              helper="Press another line number to comment on all lines in between."
            >
              <Textarea
                ref={field}
                rows={3}
                value={comment.text}
                onChange={(event) => commenting.write(comment.id, event.target.value)}
              />
            </Field>
          ) : (
            <>
              <chakra.p textStyle="xs" color="fg.muted">
                Line {place}
              </chakra.p>
              <chakra.p whiteSpace="pre-wrap" overflowWrap="anywhere">
                {visibleText(comment.text)}
              </chakra.p>
            </>
          )}
          <chakra.div display="flex" gap="8px" justifyContent="flex-end">
            <Button type="button" size="sm" variant="ghost" colorPalette="neutral" onClick={remove}>
              Remove
            </Button>
            <Button
              type="button"
              size="sm"
              variant="outline"
              colorPalette="neutral"
              onClick={() => commenting.open(isOpen ? null : comment.id)}
            >
              {isOpen ? 'Keep' : 'Edit'}
            </Button>
          </chakra.div>
        </Note>
      </td>
    </tr>
  );
}

const Note = chakra('div', {
  base: {
    display: 'grid',
    gap: '8px',
    m: '8px',
    p: '12px',
    bg: 'bg.surface',
    borderWidth: '1px',
    rounded: 'control',
    fontFamily: 'body',
    fontSize: '0.875rem',
    lineHeight: '1.25rem',
    // As wide as the visible area, even where lines extend beyond it.
    position: 'sticky',
    insetStart: '8px',
    maxWidth: 'min(100%, calc(100vw - 64px))',
  },
});
