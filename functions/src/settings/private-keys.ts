/** Parses private keys of 32 bytes in base64url, one per line; null for anything else, or if `toKey` rejects one. */
export function parsePrivateKeys<Key>(
  text: string,
  toKey: (bytes: Buffer, text: string) => Key | null,
): [Key, ...Key[]] | null {
  const [first, ...others] = text
    .trim()
    .split(/\s+/)
    .map((line) => {
      const bytes = Buffer.from(line, 'base64url');
      return bytes.length === 32 && bytes.toString('base64url') === line ? toKey(bytes, line) : null;
    });
  return first && others.every((key) => key !== null) ? [first, ...others] : null;
}
