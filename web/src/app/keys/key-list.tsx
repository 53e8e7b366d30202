import { chakra } from '@chakra-ui/react/styled-system';
import { Fragment } from 'react';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { Key } from '../../ui/text/key.tsx';

const groups = [
  {
    name: 'Anywhere',
    keys: [
      [['Ctrl', 'K'], 'Go anywhere (Cmd K on a Mac)'],
      [['/'], 'Search this page'],
      [['U'], 'Undo the last decision, while Undo is offered'],
      [['?'], 'This list'],
    ],
  },
  {
    name: 'Approvals',
    keys: [
      [['J'], 'Next card'],
      [['K'], 'Previous card'],
      [['Enter'], 'Open it'],
      [['A'], 'Approve, or open it if you have not seen all of it'],
      [['R'], 'Reject, with a reason'],
    ],
  },
  {
    name: 'Swipe mode',
    keys: [
      [['→'], 'Approve'],
      [['←'], 'Reject'],
    ],
  },
] as const;

/** All keyboard shortcuts. */
export function KeyList({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Keyboard shortcuts" size="sm">
      <chakra.div display="grid" gap="16px" pb="20px">
        {groups.map(({ name, keys }) => (
          <section key={name} aria-label={name}>
            <chakra.h3 textStyle="label" color="fg.muted" mb="4px">
              {name}
            </chakra.h3>
            <List>
              {keys.map(([names, does]) => (
                <Fragment key={does}>
                  <dt>
                    {names.map((key) => (
                      <Key key={key}>{key}</Key>
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </Fragment>
              ))}
            </List>
          </section>
        ))}
        <chakra.p textStyle="sm" color="fg.muted">
          Shortcuts do nothing in a field or while a dialog is open. You can turn off single-key shortcuts for this
          device under your account.
        </chakra.p>
      </chakra.div>
    </Dialog>
  );
}

const List = chakra('dl', {
  base: { display: 'grid', gridTemplateColumns: '88px minmax(0, 1fr)', gap: '6px 12px', alignItems: 'baseline' },
});
