/** A limit on the use in one day (UTC), by one user or by all together. */
export interface Cap {
  whose: 'user' | 'deployment';
  what: 'starts' | 'hours' | 'tokens';
  limit: number;
}

/** Why a container waits to be started. */
export const waitText = (cap: Cap) => `Waits to be started: ${reached(cap)}. ${endOf(cap, 'It starts')}`;

/** Why a running container was asked to leave. */
export const pauseText = (cap: Cap) => `Paused: ${reached(cap)}. ${endOf(cap, 'Its tasks go on')}`;

/** Why no model replies any more once the tokens are used up. */
export const allowanceText = (cap: Cap) => `${capitalized(reached(cap))}. ${endOf(cap, 'It answers again')}`;

/** Which cap is reached: "your containers have run 100 hours today, the most in one day". */
function reached(cap: Cap): string {
  const { whose, what, limit } = cap;
  if (limit === 0) return `${notAllowed[what]}${whose === 'user' ? ' to you' : ''} here`;
  const figure = limit.toLocaleString('en-US', { maximumFractionDigits: 3 });
  const texts = {
    starts: `${figure} ${limit === 1 ? 'container' : 'containers'} ${whose === 'user' ? 'of yours' : 'of all users'} ${limit === 1 ? 'was' : 'were'} started today`,
    hours: `${whose === 'user' ? 'your containers' : 'the containers of all users'} have run ${figure} ${limit === 1 ? 'hour' : 'hours'} today`,
    tokens: `${whose === 'user' ? 'your agents' : 'the agents of all users'} have used ${figure} ${limit === 1 ? 'token' : 'tokens'} of the model today`,
  };
  return `${texts[what]}, the most in one day`;
}

const notAllowed = {
  starts: 'no start of a container is allowed',
  hours: 'no running time of a container is allowed',
  tokens: 'no use of the model is allowed',
};

/** A day ends by itself; a cap of zero does not. */
const endOf = ({ limit }: Cap, what: string) =>
  limit === 0 ? `${what} when whoever runs this deployment allows it` : `${what} after 00:00 UTC`;

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
