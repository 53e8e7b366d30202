/** The text at an address, or the status of a reply that is not a success. */
export async function textAt(url: string | undefined): Promise<string> {
  const response = await fetch(url ?? '');
  return response.ok ? response.text() : String(response.status);
}
