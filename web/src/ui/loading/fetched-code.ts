/** A part's code could not be fetched. Not every browser fetches it again in the same page (whatwg/html#6768). */
export class UnfetchedError extends Error {
  override name = 'UnfetchedError';

  constructor(cause: unknown) {
    super('Check your connection and reload the page.', { cause });
  }
}

/** For `lazy`: tells code that could not be fetched from code that breaks as it draws. */
export const fetchedCode = <Code>(code: Promise<Code>): Promise<Code> =>
  code.catch((error: unknown) => {
    throw new UnfetchedError(error);
  });
