import {
  Ban,
  Check,
  CheckCheck,
  Circle,
  CircleDashed,
  CircleDot,
  CircleHelp,
  Clock,
  Hourglass,
  LoaderCircle,
  type LucideIcon,
  Pause,
  Stamp,
  Trash2,
  X,
} from 'lucide-react';
import { own } from '../../lib/own.ts';
import type { PaletteName } from '../../ui/theme/colors.ts';

export type StatusKind = 'project' | 'task' | 'item' | 'container';

export interface StatusLook {
  word: string;
  tone: PaletteName;
  icon: LucideIcon;
}

const looks: Record<StatusKind, Record<string, StatusLook>> = {
  project: {
    active: { word: 'Active', tone: 'primary', icon: CircleDot },
    completed: { word: 'Completed', tone: 'approve', icon: CheckCheck },
    paused: { word: 'Paused', tone: 'waiting', icon: Pause },
  },
  task: {
    pending: { word: 'Pending', tone: 'neutral', icon: Clock },
    awaiting_approval: { word: 'Awaiting approval', tone: 'waiting', icon: Stamp },
    approved: { word: 'Approved', tone: 'approve', icon: Check },
    running: { word: 'Running', tone: 'info', icon: LoaderCircle },
    completed: { word: 'Completed', tone: 'approve', icon: CheckCheck },
    failed: { word: 'Failed', tone: 'reject', icon: X },
    rejected: { word: 'Rejected', tone: 'reject', icon: Ban },
  },
  item: {
    pending: { word: 'Pending Approval', tone: 'waiting', icon: Stamp },
    approved: { word: 'Approved', tone: 'approve', icon: Check },
    rejected: { word: 'Rejected', tone: 'reject', icon: Ban },
  },
  container: {
    pending: { word: 'Pending', tone: 'info', icon: Hourglass },
    running: { word: 'Running', tone: 'approve', icon: CircleDot },
    paused: { word: 'Paused', tone: 'waiting', icon: Pause },
    deleting: { word: 'Deleting', tone: 'reject', icon: LoaderCircle },
    deleted: { word: 'Deleted', tone: 'neutral', icon: Trash2 },
    not_found: { word: 'Not found', tone: 'reject', icon: CircleDashed },
    unknown: { word: 'Unknown', tone: 'neutral', icon: CircleHelp },
  },
};

/** How a status is displayed; an unknown one gets its own word on a neutral badge. */
export function statusLook(kind: StatusKind, status: string): StatusLook {
  return own(looks[kind], status) ?? { word: readable(status), tone: 'neutral', icon: Circle };
}

function readable(status: string): string {
  const words = status.replaceAll('_', ' ').trim();
  return words === '' ? 'Unknown' : words.charAt(0).toUpperCase() + words.slice(1);
}
