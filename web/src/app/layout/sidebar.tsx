import { chakra } from '@chakra-ui/react/styled-system';
import { Logo } from '../../ui/logo.tsx';
import { LOW } from '../../ui/media.ts';
import { NavigationList } from './navigation-list.tsx';
import { RecentProjects } from './recent-projects.tsx';
import { SidebarFooter } from './sidebar-footer.tsx';

/** Places, recent projects and whose account this is; in the column at the left and in the menu of phones. */
export function Sidebar() {
  return (
    <chakra.div display="flex" flexDirection="column" height="100%" minH={0}>
      <Name>
        <Logo />
      </Name>
      <Places>
        <NavigationList />
        <RecentProjects />
      </Places>
      <SidebarFooter />
    </chakra.div>
  );
}

/** In the menu of a phone they end where a thumb is. */
const Places = chakra('div', {
  base: {
    flex: '1',
    minH: 0,
    overflowY: 'auto',
    px: '12px',
    py: '4px',
    display: 'flex',
    flexDirection: 'column',
    // Not justify-content: what is longer than the screen could not be scrolled to.
    '& > :first-of-type': { mt: { base: 'auto', md: 0 } },
  },
});

/** Where it is a menu, its head has the name. */
const Name = chakra('div', {
  base: { px: '20px', pt: '20px', pb: '16px', display: { base: 'none', md: 'block' }, [LOW]: { display: 'none' } },
});
