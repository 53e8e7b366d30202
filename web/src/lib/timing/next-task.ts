/** Resolves in a later browser task, so that the browser can handle input and paint in between. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    // Not setTimeout: nested, it waits 4 ms each time.
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
