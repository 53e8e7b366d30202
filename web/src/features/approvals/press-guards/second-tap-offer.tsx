import { useDeviceSetting } from '../../../lib/device/device-settings.ts';
import { OfferLine } from '../../../ui/feedback/offer-line.tsx';

/** An unobtrusive line on the first high-risk request, until it is answered: require a second tap for all of them? */
export function SecondTapOffer() {
  const [setting, set] = useDeviceSetting('secondTap');
  if (setting !== 'unset') return null;
  return (
    <OfferLine
      label="Second tap"
      question="Second tap for high risk on this device?"
      onTurnOn={() => set('on')}
      onDecline={() => set('off')}
    />
  );
}
