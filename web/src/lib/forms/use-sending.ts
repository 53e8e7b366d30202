import { useRef } from 'react';

interface Sending {
  values: string;
  sent: Promise<boolean>;
}

/**
 * What a form sends by its button, for a dialog that is left meanwhile. `begin` sends these values; `of` is the sending
 * of exactly these while it is under way: what was typed since then is not in it.
 */
export function useSending() {
  const running = useRef<Sending>(undefined);
  return {
    begin(values: object, send: () => Promise<boolean>): Promise<boolean> {
      const over = () => {
        if (running.current === latest) running.current = undefined;
      };
      const latest: Sending = { values: JSON.stringify(values), sent: send().finally(over) };
      running.current = latest;
      return latest.sent;
    },
    of(values: object): Promise<boolean> | undefined {
      return running.current?.values === JSON.stringify(values) ? running.current.sent : undefined;
    },
  };
}
