import type { GoogleApis } from '../google.mjs';

interface Context {
  google: GoogleApis;
  project: string;
  settings: Partial<Record<string, string>>;
}
export const budget: { look: (context: Context) => Promise<{ is: string; command?: string }> };
