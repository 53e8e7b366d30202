import { chakra } from '@chakra-ui/react/styled-system';
import type { Ref } from 'react';
import { Logo } from '../../ui/logo.tsx';
import { LOW } from '../../ui/viewport/media.ts';
import { NavigationList } from './navigation-list.tsx';
import { RecentProjects } from './recent-projects.tsx';
import { SidebarFooter } from './sidebar-footer.tsx';

/** Links, recent projects and the account; used in the left column and in the phones' menu. */
export function Sidebar({ foot }: { foot?: Ref<HTMLDivElement> }) {
  return (
    <chakra.div display="flex" flexDirection="column" height="100%" minH={0}>
      <Name>
        <Logo />
      </Name>
      <Places>
        <NavigationList />
        <RecentProjects />
      </Places>
      <SidebarFooter ref={foot} />
    </chakra.div>
  );
}

/** On a phone the list sits at the lower end of the menu, within reach of a thumb. */
const Places = chakra('div', {
  base: {
    flex: '1',
    minH: 0,
    overflowY: 'auto',
    px: '12px',
    py: '4px',
    display: 'flex',
    flexDirection: 'column',
    // Not justify-content: the top of a list that is higher than the screen could not be scrolled to.
    '& > :first-of-type': { mt: { base: 'auto', md: 0 } },
  },
});

/** In the menu the drawer's head has the name. */
const Name = chakra('div', {
  base: { px: '20px', pt: '20px', pb: '16px', display: { base: 'none', md: 'block' }, [LOW]: { display: 'none' } },
});
