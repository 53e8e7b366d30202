import type { Task } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { FolderKanban, Pencil, RotateCcw, Trash2 } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { StatusBadge } from '../../entities/status/status-badge.tsx';
import { PriorityBadge } from '../../entities/task/priority-badge.tsx';
import { canReopen } from '../../entities/task/task-state.ts';
import { visibleText } from '../../lib/text/visible-text.ts';
import { Card } from '../../ui/layout/card.tsx';
import { CardLink } from '../../ui/layout/card-link.tsx';
import { DateText } from '../../ui/time/date-text.tsx';
import { TINY, TOUCH } from '../../ui/viewport/media.ts';
import { thumbReach } from '../../ui/viewport/thumb.ts';

export interface TaskActions {
  onEdit: (task: Task) => void;
  onReopen: (task: Task) => void;
  onDelete: (task: Task) => void;
}

interface TaskCardProps extends TaskActions {
  task: Task;
}

/**
 * One task with its project. Thousands of these scroll by, so it stays light: hints are native titles, and its inner
 * parts are styled from the frame.
 */
export const TaskCard = memo(function TaskCard({ task, onEdit, onReopen, onDelete }: TaskCardProps) {
  return (
    <Frame interactive>
      <div className="head">
        <h2>
          <CardLink to={`/tasks/${task.id}`}>{visibleText(task.title)}</CardLink>
        </h2>
        <StatusBadge kind="task" status={task.status} />
        <PriorityBadge priority={task.priority} />
      </div>
      {task.description && <p className="description">{visibleText(task.description)}</p>}
      <div className="foot">
        <div className="facts">
          {task.project && (
            <Link className="project" to={`/projects/${task.projectId}`}>
              <FolderKanban size={14} aria-hidden />
              <span>{visibleText(task.project.name)}</span>
            </Link>
          )}
          <span className="created">
            Created <DateText iso={task.createdAt} />
          </span>
        </div>
        <span className="actions">
          {canReopen(task) && (
            <button
              type="button"
              title="Reopen"
              aria-label={`Reopen ${visibleText(task.title)}`}
              onClick={() => onReopen(task)}
            >
              <RotateCcw size={16} aria-hidden />
            </button>
          )}
          <button
            type="button"
            title="Edit"
            aria-label={`Edit ${visibleText(task.title)}`}
            onClick={() => onEdit(task)}
          >
            <Pencil size={16} aria-hidden />
          </button>
          <button
            type="button"
            title="Delete"
            aria-label={`Delete ${visibleText(task.title)}`}
            onClick={() => onDelete(task)}
          >
            <Trash2 size={16} aria-hidden />
          </button>
        </span>
      </div>
    </Frame>
  );
});

const Frame = chakra(Card, {
  base: {
    py: { base: '12px', md: '14px' },
    '& .head': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px' },
    '& h2': {
      flex: { base: '1 1 100%', md: '1' },
      minW: 0,
      textStyle: 'cardTitle',
      overflowWrap: 'anywhere',
      lineClamp: 2,
    },
    '& .description': { color: 'fg.muted', lineClamp: { base: 2, md: 1 }, overflowWrap: 'anywhere', mt: '2px' },
    '& .foot': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'flex-end',
      gap: '8px',
      color: 'fg.muted',
      textStyle: 'sm',
    },
    // As wide as its date, or the actions move below it.
    '& .facts': { flex: '1 1 9.5em', minW: 0, display: 'flex', flexWrap: 'wrap', gap: '0 16px', py: '6px' },
    '& .project': {
      ...thumbReach('12px'),
      display: 'inline-flex',
      alignItems: 'center',
      gap: '6px',
      minW: 0,
      rounded: '4px',
      _hover: { color: 'fg', textDecoration: 'underline' },
      '& span': { truncate: true },
      '& svg': { flexShrink: 0 },
    },
    '& .created': { whiteSpace: 'nowrap', [TINY]: { whiteSpace: 'normal' } },
    '& .actions': { display: 'inline-flex', position: 'relative', ms: 'auto', me: '-8px' },
    '& .actions button': {
      display: 'grid',
      placeItems: 'center',
      boxSize: { base: '44px', md: '32px' },
      [TOUCH]: { boxSize: '44px' },
      rounded: 'control',
      cursor: 'pointer',
      _hover: { bg: 'neutral.subtle', color: 'fg' },
    },
  },
});
