import { chakra } from '@chakra-ui/react/styled-system';
import { visibleName } from '../../../lib/text/exact-text.ts';
import { inOrder } from '../../../ui/text/in-order.tsx';
import { parts } from '../seen/outline.ts';
import { SeenFact } from '../seen/seen-text.tsx';
import type { ItemContentFields, ItemSubject } from './describe-content.ts';
import { unnamed } from './unnamed.ts';

interface ToolLineProps {
  item: Pick<ItemContentFields, 'toolName' | 'filePath'>;
  subject: ItemSubject;
}

/** The called tool and its file, where nothing else on screen names them: both are part of the decision. */
export function ToolLine({ item: { toolName, filePath }, subject }: ToolLineProps) {
  const { tool, file } = unnamed({ toolName, filePath }, subject);
  if (!tool && !file) return null;
  return (
    <SeenFact part={parts.tool} name="Tool">
      <chakra.p textStyle="sm" color="fg.muted" overflowWrap="anywhere">
        {tool && (
          <>
            Tool <Name>{inOrder(visibleName(tool))}</Name>
          </>
        )}
        {tool && file && ' · '}
        {file && (
          <>
            File <Name>{inOrder(visibleName(file))}</Name>
          </>
        )}
      </chakra.p>
    </SeenFact>
  );
}

const Name = chakra('span', { base: { fontFamily: 'mono', fontSize: '0.75rem', color: 'fg' } });
