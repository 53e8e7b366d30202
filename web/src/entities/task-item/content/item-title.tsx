import { chakra } from '@chakra-ui/react/styled-system';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { TitleClamp } from '../../../ui/text/title-clamp.tsx';
import type { ItemSubject } from './describe-content.ts';
import { isCommandAgain } from './is-command-again.ts';
import { parts } from '../seen/outline.ts';
import { SeenFact } from '../seen/seen-text.tsx';

interface ItemTitleProps {
  /** `span`: within the title of a dialog. */
  as: 'h2' | 'h3' | 'span';
  id?: string;
  title: string;
  /** What is shown below it. */
  subject: ItemSubject;
}

const look = {
  h2: { textStyle: 'cardTitle', overflowWrap: 'anywhere' },
  h3: { fontWeight: '600', overflowWrap: 'anywhere' },
  span: {},
} as const;

/**
 * The title of a step, in two lines. The rest of it is behind a button, but for one that only says the command again: that
 * is shown whole below it, and a small screen has no room for it twice.
 */
export function ItemTitle({ as, id, title, subject }: ItemTitleProps) {
  const shown = visibleText(title);
  if (isCommandAgain(title, subject))
    return (
      <chakra.h2 as={as} id={id} {...look[as]} lineClamp={2}>
        {shown}
      </chakra.h2>
    );
  return (
    <TitleClamp of={as === 'span' ? 'dialog' : 'page'}>
      <SeenFact part={parts.title} name="the title">
        <chakra.h2 as={as} id={id} {...look[as]}>
          {shown}
        </chakra.h2>
      </SeenFact>
    </TitleClamp>
  );
}
