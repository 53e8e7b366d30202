import type { RepositoryDocument } from '../documents/repository.ts';
import { env } from '../settings/env.ts';
import { logLine } from '../lib/log.ts';

const TIMEOUT_MS = 4_000;

/**
 * False when GitHub says that this token does not open the repository. True when it does, and also when GitHub cannot
 * be asked or answers anything else: a token is not refused because of trouble elsewhere.
 */
export async function checkToken({ owner, name }: RepositoryDocument, token: string): Promise<boolean> {
  try {
    const response = await fetch(`${env().GITHUB_API_URL.replace(/\/$/, '')}/repos/${owner}/${name}`, {
      headers: { Authorization: `Bearer ${token}`, Accept: 'application/vnd.github+json', 'User-Agent': 'countersign' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return response.status !== 401 && response.status !== 404;
  } catch (error) {
    logLine('INFO', 'GitHub could not be asked about a token', {
      reason: error instanceof Error ? error.name : 'unknown',
    });
    return true;
  }
}
