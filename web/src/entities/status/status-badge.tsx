import { Badge } from '../../ui/text/badge.tsx';
import { type StatusKind, statusLook } from './statuses.ts';

export interface StatusBadgeProps {
  kind: StatusKind;
  status: string;
  /** Shows it without its colour, where a page treats a known status as unknown. */
  neutral?: boolean;
}

/** The status of a project, task, item or container: icon and word; colour is only an aid. */
export function StatusBadge({ kind, status, neutral = false }: StatusBadgeProps) {
  const look = statusLook(kind, status);
  return (
    <Badge tone={neutral ? 'neutral' : look.tone} icon={<look.icon aria-hidden />}>
      {look.word}
    </Badge>
  );
}
