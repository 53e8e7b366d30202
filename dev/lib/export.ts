/** Nobody was there to export, or did not answer in time: asking again is of no use where the program has ended. */
export class NoAnswerError extends Error {
  override name = 'NoAnswerError';
}

const EXPORT_MS = 120_000;

/** Has an emulator write what it holds. Throws a NoAnswerError when there is none, an Error with its words when it refuses. */
export async function askToExport(name: string, url: string, body: object): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(EXPORT_MS),
  }).catch((cause: unknown) => {
    throw new NoAnswerError(`${name} did not answer`, { cause });
  });
  if (!response.ok) throw new Error(`${name} could not export: ${await response.text()}`);
}
