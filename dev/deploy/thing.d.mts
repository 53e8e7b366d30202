import type { GoogleApis } from './google.mjs';

/** What each thing of the plan is looked at and made with. */
export interface Context {
  google: GoogleApis;
  project: string;
  region: string;
  settings: Partial<Record<string, string>>;
  names: {
    bucket: string;
    buildBucket: string;
    functionsAccount: string;
    buildAccount: string;
    functions: string[];
    codebase: string;
  };
}
interface Found {
  is: string;
}
/** A thing of the plan: plan.mjs. */
export interface Thing {
  title: string;
  look: (context: Context) => Promise<Found>;
  make: (context: Context, found: Found) => Promise<string | undefined>;
}
