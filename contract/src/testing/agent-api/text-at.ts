/** What is there, or the status that says that nothing is. */
export async function textAt(url: string | undefined): Promise<string> {
  const response = await fetch(url ?? '');
  return response.ok ? response.text() : String(response.status);
}
