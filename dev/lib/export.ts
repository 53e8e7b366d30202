/** The program that exports has ended, or did not answer in time; if it has ended, asking again is useless. */
export class NoAnswerError extends Error {
  override name = 'NoAnswerError';
}

const EXPORT_MS = 120_000;

/** Makes an emulator export. Throws NoAnswerError if it does not answer, an Error with its words if it refuses. */
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
