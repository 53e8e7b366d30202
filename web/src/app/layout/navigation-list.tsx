import { chakra } from '@chakra-ui/react/styled-system';
import { useQuery } from '@tanstack/react-query';
import { approvalsQuery } from '../../features/approvals/queries.ts';
import { NavLink } from './nav-link.tsx';
import { navigation } from './navigation.ts';

/** The places of the app; Approval Queue carries the number of items that wait. */
export function NavigationList() {
  const waiting = useQuery(approvalsQuery()).data?.length ?? 0;
  return (
    <nav aria-label="Main">
      <chakra.ul display="grid" gap="2px">
        {navigation.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <NavLink to={to} end={to === '/'}>
              <Icon size={20} aria-hidden />
              <chakra.span flex="1">{label}</chakra.span>
              {to === '/approvals' && waiting > 0 && <Count aria-label={`${waiting} pending`}>{waiting}</Count>}
            </NavLink>
          </li>
        ))}
      </chakra.ul>
    </nav>
  );
}

const Count = chakra('span', {
  base: {
    minW: '22px',
    px: '6px',
    textAlign: 'center',
    rounded: 'full',
    bg: 'waiting.solid',
    color: 'waiting.contrast',
    fontSize: '12px',
    lineHeight: '22px',
    fontWeight: '600',
  },
});
