import { chakra } from '@chakra-ui/react/styled-system';
import { X } from 'lucide-react';
import { Button } from '../../ui/buttons/button.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Mark } from '../../ui/mark.tsx';
import { useInstallPrompt } from './use-install-prompt.ts';

/** Offers to install the app, if the browser can and it is not installed. */
export function InstallPrompt() {
  const { available, install, dismiss } = useInstallPrompt();
  if (!available) return null;
  return (
    <Card
      as="section"
      aria-label="Install Countersign"
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="16px"
      mb="24px"
      pe="56px"
    >
      <chakra.span color="primary.fg">
        <Mark size={40} />
      </chakra.span>
      <chakra.div flex="1 1 220px">
        <chakra.h2 textStyle="cardTitle">Countersign</chakra.h2>
        <chakra.p color="fg.muted">Add to your home screen for quick access and offline use</chakra.p>
      </chakra.div>
      <Button onClick={() => void install()}>Install App</Button>
      <chakra.div position="absolute" top="8px" insetEnd="8px">
        <IconButton label="Dismiss" size="sm" icon={<X size={16} aria-hidden />} onClick={dismiss} />
      </chakra.div>
    </Card>
  );
}
