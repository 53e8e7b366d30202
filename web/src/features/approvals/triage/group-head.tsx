import type { Approval } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { plural } from '../../../lib/text/plural.ts';
import { visibleText } from '../../../lib/text/visible-text.ts';

/** Above the first of several requests of one task. */
export function GroupHead({ task, size }: { task: Approval['task']; size: number }) {
  return (
    <chakra.p textStyle="label" color="fg.muted" mb="8px" overflowWrap="anywhere">
      {visibleText(task.title)} asks for {plural(size, 'decision')}
    </chakra.p>
  );
}
