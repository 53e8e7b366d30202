import type { Risk } from '@countersign/contract';
import { CircleHelp, ShieldAlert, ShieldCheck, ShieldQuestion } from 'lucide-react';
import { Badge } from '../../ui/text/badge.tsx';
import { riskLookOf, type RiskLook } from './risk-look.ts';

const icons = { low: ShieldCheck, medium: ShieldQuestion, high: ShieldAlert, unknown: ShieldAlert, none: CircleHelp };

/** How much harm an approval could do, as the server judged it; says so if there is no judgement. */
export function RiskBadge({ risk }: { risk: Risk | null | undefined }) {
  const { kind, word, tone }: RiskLook = riskLookOf(risk);
  const Icon = icons[kind];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {word}
    </Badge>
  );
}
