import { PRIORITY_TIERS } from '@countersign/contract';
import { Signal, SignalHigh, SignalLow, SignalMedium } from 'lucide-react';
import { Badge, type BadgeProps } from '../../ui/badge.tsx';

/** A task's priority with one decimal, coloured by tier (from 2, 5 and 8 on). */
export function PriorityBadge({ priority }: { priority: number }) {
  const { word, tone, icon: Icon } = tier(priority);
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      <data value={priority} title={`Priority: ${word}`}>
        {priority.toFixed(1)}
      </data>
    </Badge>
  );
}

function tier(priority: number): { word: string; tone: NonNullable<BadgeProps['tone']>; icon: typeof Signal } {
  if (priority >= PRIORITY_TIERS.high) return { word: 'high', tone: 'reject', icon: Signal };
  if (priority >= PRIORITY_TIERS.warning) return { word: 'warning', tone: 'waiting', icon: SignalHigh };
  if (priority >= PRIORITY_TIERS.info) return { word: 'info', tone: 'info', icon: SignalMedium };
  return { word: 'neutral', tone: 'neutral', icon: SignalLow };
}
