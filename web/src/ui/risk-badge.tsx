import { ShieldAlert, ShieldCheck, ShieldQuestion } from 'lucide-react';
import { Badge } from './badge.tsx';
import { riskOf } from './risk.ts';

const looks = {
  low: { word: 'Low risk', tone: 'neutral', icon: ShieldCheck },
  medium: { word: 'Medium risk', tone: 'waiting', icon: ShieldQuestion },
  high: { word: 'High risk', tone: 'reject', icon: ShieldAlert },
} as const;

/** How much harm an approval could do, judged by the kind of act alone. */
export function RiskBadge({ toolKind }: { toolKind: string | null }) {
  const { risk, because } = riskOf(toolKind);
  const { word, tone, icon: Icon } = looks[risk];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      <span title={because}>{word}</span>
    </Badge>
  );
}
