import type { Project } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { CalendarDays, Coins, GitBranch, History, ListTodo, Pencil, Plus, Settings, Trash2 } from 'lucide-react';
import { StatusBadge } from '../../entities/status/status-badge.tsx';
import { unpricedWords, usageWords } from '../../entities/usage/usage-words.ts';
import { projectUsageQuery } from '../../features/projects/queries.ts';
import { plural } from '../../lib/text/plural.ts';
import { visibleText } from '../../lib/text/visible-text.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Clamp } from '../../ui/text/clamp.tsx';
import { TextLink } from '../../ui/text/text-link.tsx';
import { DateText } from '../../ui/time/date-text.tsx';
import { thumbReach } from '../../ui/viewport/thumb.ts';
import type { ProjectDialog } from './project-dialogs.tsx';

interface ProjectHeaderProps {
  project: Project;
  onOpen: (dialog: ProjectDialog) => void;
}

/** Three lines: on a phone the buttons below stay on the first screen. */
const DESCRIPTION_HEIGHT_PX = 72;

/** On a phone the buttons share the width of the page. */
const shared = { base: 1, md: 0 };

/** The project's facts and all its actions. */
export function ProjectHeader({ project, onOpen }: ProjectHeaderProps) {
  return (
    <PageHeader
      title={project.name}
      badge={
        <chakra.div display="flex" alignItems="center" gap={{ base: 0, md: '4px' }} my={{ base: '-8px', md: '-2px' }}>
          <StatusBadge kind="project" status={project.status} />
          <IconButton
            label="Edit project"
            size="sm"
            ms="4px"
            icon={<Pencil size={16} aria-hidden />}
            onClick={() => onOpen('edit')}
          />
          <IconButton
            label="Delete project"
            size="sm"
            icon={<Trash2 size={16} aria-hidden />}
            onClick={() => onOpen('delete')}
          />
        </chakra.div>
      }
      subtitle={
        <>
          {project.description && (
            <Clamp height={DESCRIPTION_HEIGHT_PX} slack={24} of="the description">
              <chakra.p whiteSpace="pre-line">{visibleText(project.description)}</chakra.p>
            </Clamp>
          )}
          <Facts>
            <li>
              <CalendarDays size={14} aria-hidden />
              <span>
                Created <DateText iso={project.createdAt} />
              </span>
            </li>
            <li>
              <GitBranch size={14} aria-hidden />
              {plural(project.repositoryCount, 'repository', 'repositories')}
            </li>
            <li>
              <ListTodo size={14} aria-hidden />
              {plural(project.taskCount, 'task')}
            </li>
            <li>
              <History size={14} aria-hidden />
              <TextLink to={`/decisions?project=${project.id}`} css={thumbReach('12px')}>
                Decisions
              </TextLink>
            </li>
            <UsedFact projectId={project.id} />
          </Facts>
        </>
      }
      actions={
        <>
          <Button variant="outline" colorPalette="neutral" flexGrow={shared} onClick={() => onOpen('settings')}>
            <Settings size={16} aria-hidden />
            Settings
          </Button>
          <Button variant="outline" colorPalette="neutral" flexGrow={shared} onClick={() => onOpen('repository')}>
            <GitBranch size={16} aria-hidden />
            Add Repository
          </Button>
          <Button flexGrow={shared} onClick={() => onOpen('task')}>
            <Plus size={16} aria-hidden />
            Add Task
          </Button>
        </>
      }
    />
  );
}

/** The models' usage for the project; nothing while it is unknown or zero. */
function UsedFact({ projectId }: { projectId: string }) {
  const { data: usage } = useQuery(projectUsageQuery(projectId));
  const words = usage && usageWords(usage);
  if (!words) return null;
  return (
    <li>
      <Coins size={14} aria-hidden />
      <span>
        Used {words}
        {unpricedWords(usage) !== null && `. ${unpricedWords(usage)}`}
      </span>
    </li>
  );
}

const Facts = chakra('ul', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '4px 16px',
    mt: '8px',
    textStyle: 'sm',
    '& > li': { display: 'inline-flex', alignItems: 'center', gap: '6px' },
    '& svg': { flexShrink: 0 },
  },
});
