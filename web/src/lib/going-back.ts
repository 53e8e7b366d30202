/** What is told of going back or forward before the router is; null while nothing is open over the page. */
export const goingBack: { first: ((event: PopStateEvent) => void) | null } = { first: null };

const tell = (event: PopStateEvent) => goingBack.first?.(event);

/** To be called before the router listens: a window's listeners are told in the order in which they came, capturing or not. */
export const listenForGoingBack = (): void => window.addEventListener('popstate', tell);
