import { PRIORITY_TIERS } from '@countersign/contract';
import { Badge, type BadgeProps } from '../../ui/text/badge.tsx';

/** A task's priority with one decimal, coloured by tier (from 2, 5 and 8). */
export function PriorityBadge({ priority }: { priority: number }) {
  const { word, tone, bars } = tier(priority);
  return (
    <Badge tone={tone} icon={<Bars filled={bars} />}>
      <data value={priority} title={`Priority: ${word}`}>
        {priority.toFixed(1)}
      </data>
    </Badge>
  );
}

function tier(priority: number): { word: string; tone: NonNullable<BadgeProps['tone']>; bars: number } {
  if (priority >= PRIORITY_TIERS.high) return { word: 'high', tone: 'reject', bars: 4 };
  if (priority >= PRIORITY_TIERS.warning) return { word: 'warning', tone: 'waiting', bars: 3 };
  if (priority >= PRIORITY_TIERS.info) return { word: 'info', tone: 'info', bars: 2 };
  return { word: 'neutral', tone: 'neutral', bars: 1 };
}

/** Four bars, the filled ones in full ink: a single bar would look like a speck. */
function Bars({ filled }: { filled: number }) {
  return (
    <svg viewBox="0 0 16 16" fill="currentColor" aria-hidden>
      {[1, 2, 3, 4].map((bar) => (
        <rect
          key={bar}
          x={bar * 4 - 3.5}
          y={15 - bar * 3}
          width={3}
          height={bar * 3}
          rx={1}
          opacity={bar <= filled ? 1 : 0.3}
        />
      ))}
    </svg>
  );
}
