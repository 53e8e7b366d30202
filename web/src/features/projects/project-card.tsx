import type { Project } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { CalendarDays, GitBranch } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { StatusBadge } from '../../entities/status/status-badge.tsx';
import { plural } from '../../lib/text/plural.ts';
import { visibleText } from '../../lib/text/visible-text.ts';
import { Card } from '../../ui/layout/card.tsx';
import { CardLink } from '../../ui/layout/card-link.tsx';
import { DateText } from '../../ui/time/date-text.tsx';

/** One project of the list; a click anywhere opens it. `takesFocus`: focuses it once it is rendered. */
export function ProjectCard({ project, takesFocus = false }: { project: Project; takesFocus?: boolean }) {
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    // After the dialog has returned the focus.
    const frame = requestAnimationFrame(() => card.current?.querySelector('a')?.focus());
    return () => cancelAnimationFrame(frame);
  }, [takesFocus]);
  return (
    <Frame ref={card} interactive>
      <div className="head">
        <h2>
          <CardLink to={`/projects/${project.id}`}>{visibleText(project.name)}</CardLink>
        </h2>
        <StatusBadge kind="project" status={project.status} />
      </div>
      <p className="description">{visibleText(project.description ?? '') || 'No description provided'}</p>
      <div className="foot">
        <span>
          <GitBranch size={14} aria-hidden />
          {plural(project.repositoryCount, 'repository', 'repositories')}
        </span>
        <span>
          <CalendarDays size={14} aria-hidden />
          <span>
            Created <DateText iso={project.createdAt} />
          </span>
        </span>
      </div>
    </Frame>
  );
}

const Frame = chakra(Card, {
  base: {
    height: '100%',
    display: 'flex',
    flexDirection: 'column',
    '& .head': { display: 'flex', alignItems: 'flex-start', justifyContent: 'space-between', gap: '12px' },
    '& h2': { minW: 0, textStyle: 'cardTitle', overflowWrap: 'anywhere', lineClamp: 2 },
    '& .description': { color: 'fg.muted', mt: '4px', lineClamp: 3, overflowWrap: 'anywhere' },
    '& .foot': {
      display: 'flex',
      flexWrap: 'wrap',
      gap: '4px 12px',
      mt: 'auto',
      pt: '16px',
      color: 'fg.muted',
      textStyle: 'xs',
      '& > span': { display: 'inline-flex', alignItems: 'center', gap: '6px' },
    },
  },
});
