import { SIDEBAR_PROJECTS } from '@countersign/contract';
import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { projectsQuery } from '../../features/projects/queries.ts';
import { visibleText } from '../../lib/text/visible-text.ts';
import { TOUCH } from '../../ui/viewport/media.ts';
import { NavLink } from './nav-link.tsx';

/** The first two projects and a link to all of them. */
export function RecentProjects() {
  const projects = useQuery(projectsQuery()).data ?? [];
  return (
    <chakra.nav aria-labelledby="recent-projects" mt="24px">
      <chakra.div display="flex" alignItems="center" justifyContent="space-between" px="12px" mb="4px">
        <chakra.h2 id="recent-projects" textStyle="xs" fontWeight="600" color="fg.muted">
          Recent Projects
        </chakra.h2>
        <ViewAll to="/projects">View All</ViewAll>
      </chakra.div>
      <chakra.ul display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="2px">
        {projects.slice(0, SIDEBAR_PROJECTS).map((project) => (
          <li key={project.id}>
            <NavLink to={`/projects/${project.id}`}>
              <chakra.span truncate>{visibleText(project.name)}</chakra.span>
            </NavLink>
          </li>
        ))}
      </chakra.ul>
    </chakra.nav>
  );
}

const ViewAll = chakra(Link, {
  base: {
    textStyle: 'xs',
    fontWeight: '500',
    color: 'primary.fg',
    rounded: '4px',
    py: { base: '14px', md: '6px' },
    [TOUCH]: { py: '14px' },
    _hover: { textDecoration: 'underline' },
  },
});
