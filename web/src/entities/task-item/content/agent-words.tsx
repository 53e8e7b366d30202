import { chakra } from '@chakra-ui/react/styled-system';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { Clamp } from '../../../ui/text/clamp.tsx';
import { parts } from '../seen/outline.ts';
import { SeenText } from '../seen/seen-text.tsx';

const HEIGHT_PX = 144;

/** An agent's own reason for a step; quoted, because nothing confirms it. */
export function AgentWords({ text }: { text: string }) {
  return (
    <chakra.figure m="0" minW={0}>
      <chakra.figcaption textStyle="xs" color="fg.muted" mb="2px">
        The agent says
      </chakra.figcaption>
      <Clamp height={HEIGHT_PX} of="what the agent says">
        <Quote>
          <SeenText part={parts.parameters} name="what the agent says" text={visibleText(text)} />
        </Quote>
      </Clamp>
    </chakra.figure>
  );
}

/** The reason that an agent gives with a command, if that is all it says beside it. */
export function reasonGiven(rest: unknown): string | null {
  if (typeof rest !== 'object' || rest === null) return null;
  const [[name, value] = [], ...others] = Object.entries(rest);
  const isReason = name === 'description' && typeof value === 'string' && value.trim() !== '' && others.length === 0;
  return isReason ? value : null;
}

const Quote = chakra('blockquote', {
  base: {
    borderInlineStartWidth: '3px',
    borderColor: 'border.strong',
    ps: '12px',
    color: 'fg.muted',
    fontStyle: 'italic',
    textStyle: 'sm',
  },
});
