import { Dialog } from '@chakra-ui/react/dialog';
import { Portal } from '@chakra-ui/react/portal';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useClosedByBack } from '../../lib/navigation/use-closed-by-back.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { useToastsAbove } from '../../ui/toaster/use-toasts-above.ts';
import { Logo } from '../../ui/logo.tsx';
import { Sidebar } from './sidebar.tsx';

/** The sidebar as a drawer for phones, with its links within reach of a thumb. Closes after a navigation. */
export function MobileMenu({ onClose }: { onClose: () => void }) {
  const { key } = useLocation();
  const openedAt = useRef(key);
  const navigated = useRef(false);
  useEffect(() => {
    if (openedAt.current === key) return;
    navigated.current = true;
    onClose();
  }, [key, onClose]);
  useClosedByBack(true, onClose);
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  useToastsAbove(foot);

  return (
    <Dialog.Root
      open
      onOpenChange={(details) => !details.open && onClose()}
      // When closed by hand, focus returns to the menu's button; after a navigation it belongs to the new page.
      finalFocusEl={() => (navigated.current ? pageHeading() : null)}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner justifyContent="flex-start" alignItems="stretch">
          <Dialog.Content
            aria-label="Menu"
            width="min(320px, 85vw)"
            m="0"
            minH="100dvh"
            maxH="100dvh"
            rounded="0"
            _open={{ animation: 'slide-in 180ms ease-out' }}
          >
            <Dialog.Header display="flex" alignItems="center" justifyContent="space-between" px="20px" py="8px">
              <Logo />
              <Dialog.CloseTrigger asChild position="static">
                <Button variant="ghost" colorPalette="neutral" px="0" aria-label="Close menu">
                  <X size={20} aria-hidden />
                </Button>
              </Dialog.CloseTrigger>
            </Dialog.Header>
            <Sidebar foot={setFoot} />
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

const pageHeading = () => document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
