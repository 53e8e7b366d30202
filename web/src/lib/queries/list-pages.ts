/** A list's pages, from the first to the last. `ask` fetches the one that a query names; the first one has no cursor. */
export async function* listPages<Reply>(
  ask: (query: { cursor?: string }) => Promise<{ reply: Reply; headers: Headers }>,
): AsyncGenerator<Reply, void, undefined> {
  let query: { cursor?: string } | null = {};
  while (query !== null) {
    const { reply, headers }: { reply: Reply; headers: Headers } = await ask(query);
    yield reply;
    const cursor = headers.get('X-Next-Cursor');
    query = cursor === null ? null : { cursor };
  }
}
