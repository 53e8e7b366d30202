/** Handles going back or forward before the router does; null while nothing is open over the page. */
export const goingBack: { first: ((event: PopStateEvent) => void) | null } = { first: null };

const tell = (event: PopStateEvent) => goingBack.first?.(event);

/** Must be called before the router starts to listen: a window calls its listeners in the order of registration, capturing or not. */
export const listenForGoingBack = (): void => window.addEventListener('popstate', tell);
