import { chakra } from '@chakra-ui/react/styled-system';
import { Button } from '../ui/buttons/button.tsx';
import { toast } from '../ui/toaster/toast.ts';
import { Badges } from './badges.tsx';
import { Cards } from './cards.tsx';
import { Dialogs } from './dialogs.tsx';
import { Row, Shelf } from './shelf.tsx';
import { States } from './states.tsx';

/** Everything on one page; buttons call an API that does not exist, which shows the failure. */
export function Workbench() {
  return (
    <Page>
      <h1>Workbench</h1>
      <Badges />
      <Cards />
      <States />
      <Shelf name="Dialogs">
        <Dialogs />
      </Shelf>
      <Shelf name="Toasts">
        <Row>
          <Button onClick={() => toast.success('Approved', 'Item has been approved successfully')}>Success</Button>
          <Button onClick={() => toast.error('Failed to create task')}>Failure</Button>
        </Row>
      </Shelf>
    </Page>
  );
}

const Page = chakra('main', {
  base: {
    maxWidth: '1200px',
    mx: 'auto',
    p: '16px',
    '& > h1': { textStyle: 'title' },
    '& > section': { mt: '32px', display: 'grid', gap: '12px', gridTemplateColumns: 'minmax(0, 1fr)' },
    '& > section > h2': { textStyle: 'cardTitle' },
  },
});
