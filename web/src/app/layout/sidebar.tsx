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
      <chakra.div flex="1" minH={0} overflowY="auto" px="12px" py="4px">
        <NavigationList />
        <RecentProjects />
      </chakra.div>
      <SidebarFooter />
    </chakra.div>
  );
}

/** Where it is a menu, its head has the name. */
const Name = chakra('div', {
  base: { px: '20px', pt: '20px', pb: '16px', display: { base: 'none', md: 'block' }, [LOW]: { display: 'none' } },
});
