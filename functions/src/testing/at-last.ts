import { ApiError } from '@countersign/contract';

const ATTEMPTS = 10;

/** Makes a call as clients do: one for which the database was too busy is repeated. */
export async function atLast<T>(call: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 503) || attempt === ATTEMPTS) throw error;
    }
  }
}
