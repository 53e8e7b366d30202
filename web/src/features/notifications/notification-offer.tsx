import { useQuery } from '@tanstack/react-query';
import { configQuery } from '../../entities/config-query.ts';
import { useUser } from '../../lib/auth/auth-context.ts';
import { answerOffer, useOffer } from '../../lib/notifications/notification-offer.ts';
import { forgetOwnDevice, ownDevice } from '../../lib/notifications/own-device.ts';
import { usePushSupport } from '../../lib/notifications/use-push-support.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { OfferLine } from '../../ui/feedback/offer-line.tsx';
import { useTurnOn } from './mutations.ts';
import { ownDeviceQuery } from './queries.ts';

const BLOCKED = 'Notifications have stopped on this device. Allow them for this address in the browser’s settings.';

const questions = {
  due: 'Get a notification on this device when something needs your decision?',
  stopped: 'Notifications have stopped on this device. Turn them on again?',
};

/**
 * An unobtrusive line after the first approval, or where notifications have ended by themselves, until the person
 * answers: the browser asks for permission only after a yes.
 */
export function NotificationOffer() {
  const offer = useOffer();
  const { uid } = useUser();
  const support = usePushSupport();
  const { data: config } = useQuery(configQuery());
  const { data: own } = useQuery(ownDeviceQuery());
  const turnOn = useTurnOn();
  // A subscription that did not reach the server is not remembered, because nothing would be sent to it.
  const isOn = offer === 'due' && own !== null && (own === undefined || own === ownDevice(uid));
  if (offer === null || isOn || !config?.push) return null;
  const isBlocked = support === 'denied' && offer === 'stopped';
  if (support !== 'available' && !isBlocked) return null;
  const { publicKey } = config.push;
  const decline = () => {
    forgetOwnDevice(uid);
    answerOffer();
  };
  return (
    <Banner kind="quiet">
      <OfferLine
        label="Notifications"
        question={isBlocked ? BLOCKED : questions[offer]}
        // A refused permission is an answer, too; a failure is none.
        onTurnOn={isBlocked ? undefined : () => turnOn.mutate(publicKey, { onSuccess: answerOffer })}
        onDecline={decline}
        loading={turnOn.isPending}
      />
    </Banner>
  );
}
