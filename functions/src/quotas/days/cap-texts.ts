/** A limit on the use in one day (UTC), by one user or by all together. */
export interface Cap {
  whose: 'user' | 'deployment';
  what: 'starts' | 'hours' | 'tokens';
  limit: number;
}

/** Why a container waits to be started. */
export const waitText = (cap: Cap) => `Waiting to start: ${reached(cap)}. ${endOf(cap, 'It starts')}`;

/** Why a running container was asked to leave. */
export const pauseText = (cap: Cap) => `Paused: ${reached(cap)}. ${endOf(cap, 'Its tasks continue')}`;

/** Why no model replies any more once the tokens are used up. */
export const allowanceText = (cap: Cap) => `${capitalized(reached(cap))}. ${endOf(cap, 'It answers again')}`;

/** Which cap is reached: "your containers have run for 100 hours today, the most allowed in one day". */
function reached(cap: Cap): string {
  const { whose, what, limit } = cap;
  if (limit === 0) return notAllowed[whose][what];
  const figure = limit.toLocaleString('en-US', { maximumFractionDigits: 3 });
  const started = limit === 1 ? 'was started today' : 'were started today';
  const texts = {
    starts:
      whose === 'user'
        ? `${figure} of your containers ${started}`
        : `${figure} ${limit === 1 ? 'container' : 'containers'} ${started} by all users`,
    hours: `${whose === 'user' ? 'your containers' : 'the containers of all users'} have run for ${figure} ${limit === 1 ? 'hour' : 'hours'} today`,
    tokens: `${whose === 'user' ? 'your agents' : 'the agents of all users'} have used ${figure} model ${limit === 1 ? 'token' : 'tokens'} today`,
  };
  return `${texts[what]}, the most allowed in one day`;
}

const notAllowed = {
  user: {
    starts: 'you may not start containers here',
    hours: 'you may not run containers here',
    tokens: 'you may not use the model here',
  },
  deployment: {
    starts: 'no containers may be started here',
    hours: 'no containers may run here',
    tokens: 'the model may not be used here',
  },
};

/** A day ends by itself; a cap of zero does not. */
const endOf = ({ limit }: Cap, what: string) =>
  limit === 0 ? `${what} when whoever runs this deployment allows it` : `${what} after 00:00 UTC`;

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
