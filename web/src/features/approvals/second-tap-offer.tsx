import { chakra } from '@chakra-ui/react/styled-system';
import { useDeviceSetting } from '../../lib/device-settings.ts';
import { Button } from '../../ui/button.tsx';

/** A quiet line on the first high-risk request, until the person has answered: a second tap for all of them? */
export function SecondTapOffer() {
  const [setting, set] = useDeviceSetting('secondTap');
  if (setting !== 'unset') return null;
  return (
    <Line role="group" aria-label="Second tap">
      <span>Ask for a second tap before requests like this one are approved on this device?</span>
      <Answers>
        <Button className="pressable" variant="ghost" size="sm" onClick={() => set('on')}>
          Turn on
        </Button>
        <Button className="pressable" variant="ghost" colorPalette="neutral" size="sm" onClick={() => set('off')}>
          No
        </Button>
      </Answers>
    </Line>
  );
}

const Line = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    columnGap: '12px',
    textStyle: 'sm',
    color: 'fg.muted',
    '& > span:first-of-type': { flex: '1 1 220px' },
  },
});

const Answers = chakra('span', { base: { display: 'flex', ms: 'auto' } });
