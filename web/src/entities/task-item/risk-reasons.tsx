import type { Risk, RiskReason } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { plural } from '../../lib/text/plural.ts';
import { visibleText } from '../../lib/text/visible-text.ts';
import { inOrder } from '../../ui/text/in-order.tsx';
import { toneOfLevel } from './risk-look.ts';

interface RiskReasonsProps {
  risk: Risk | null | undefined;
  /** The command in which the reasons mark parts; without one only the reasons are shown. */
  command?: string | undefined;
  /** Reasons beyond this number are only counted. */
  most?: number;
}

/** The reasons for a request's risk, the most serious first, each with the part of the command it is about. */
export function RiskReasons({ risk, command, most = Infinity }: RiskReasonsProps) {
  if (!risk || risk.reasons.length === 0) return null;
  const shown = risk.reasons.slice(0, most);
  const left = risk.reasons.length - shown.length;
  return (
    <List aria-label="Why this risk">
      {shown.map((reason, index) => (
        <Reason key={index} colorPalette={toneOfLevel(reason.level)}>
          {visibleText(reason.text)}
          <Part reason={reason} command={command} />
        </Reason>
      ))}
      {left > 0 && <More>{plural(left, 'further reason')}</More>}
    </List>
  );
}

const SHOWN_CHARACTERS = 60;

/** Nothing if the reason is about the whole command. */
function Part({ reason: { spans }, command = '' }: { reason: RiskReason; command: string | undefined }) {
  const [first] = spans;
  if (!first || (first.from === 0 && first.to >= command.trimEnd().length)) return null;
  const part = command.slice(first.from, first.to);
  const text = part.length > SHOWN_CHARACTERS ? `${part.slice(0, SHOWN_CHARACTERS)}…` : part;
  return (
    <>
      {': '}
      <Code>{inOrder(visibleText(text))}</Code>
      {spans.length > 1 && ` and ${plural(spans.length - 1, 'other place')}`}
    </>
  );
}

const More = chakra('li', { base: { ps: '11px', color: 'fg.muted' } });

const List = chakra('ul', { base: { display: 'grid', gap: '2px', textStyle: 'sm' } });

// A ligature draws two characters as one; approved content must be readable letter by letter.
const Code = chakra('code', {
  base: { fontFamily: 'mono', fontSize: '0.75rem', fontVariantLigatures: 'none', overflowWrap: 'anywhere' },
});

const Reason = chakra('li', {
  base: {
    borderInlineStartWidth: '3px',
    borderColor: 'colorPalette.solid',
    ps: '8px',
    color: 'fg',
    overflowWrap: 'anywhere',
  },
});
