import { chakra } from '@chakra-ui/react/styled-system';
import { Menu } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../../ui/buttons/button.tsx';
import { openedByPress } from '../../ui/loading/opened-by-press.ts';
import { Logo } from '../../ui/logo.tsx';
import { LOW } from '../../ui/viewport/media.ts';

const MobileMenu = openedByPress(async () => ({ default: (await import('./mobile-menu.tsx')).MobileMenu }));

/** The top bar of phones with the button that opens the menu. */
export function MobileBar() {
  const [open, setOpen] = useState(false);
  return (
    <Bar data-covers="top">
      <Home to="/" aria-label="Countersign, to the dashboard">
        <Logo />
      </Home>
      <Button
        variant="ghost"
        colorPalette="neutral"
        px="0"
        aria-label="Menu"
        aria-expanded={open}
        onClick={() => MobileMenu.open(() => setOpen(true))}
      >
        <Menu size={20} aria-hidden />
      </Button>
      <Suspense>{open && <MobileMenu.Component onClose={() => setOpen(false)} />}</Suspense>
    </Bar>
  );
}

const Home = chakra(Link, { base: { display: 'flex', alignItems: 'center', minH: '44px', rounded: 'control' } });

const Bar = chakra('header', {
  base: {
    display: { base: 'flex', md: 'none' },
    alignItems: 'center',
    justifyContent: 'space-between',
    position: 'sticky',
    top: 0,
    zIndex: 'sticky',
    px: '16px',
    py: '6px',
    bg: 'bg.surface',
    borderBottomWidth: '1px',
    [LOW]: { display: 'flex', py: 0 },
  },
});
