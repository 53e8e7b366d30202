import type { GoogleApis } from '../google.mjs';

interface Context {
  google: GoogleApis;
  project: string;
  settings: Partial<Record<string, string>>;
}
/** What removing a budget asks, too. */
interface RemovingApis extends GoogleApis {
  list: (url: string, name: string) => Promise<object[]>;
  delete: (url: string) => Promise<unknown>;
}

export const budget: { look: (context: Context) => Promise<{ is: string; command?: string }> };
export function removeBudget(context: Context & { google: RemovingApis }): Promise<string>;
