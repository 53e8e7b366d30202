import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { connect, type GoogleApis } from '../deploy/google.mjs';
import { namesOf } from '../deploy/names.mjs';
import { REGION } from './project.ts';
import { startGoogle, type Google } from './server.ts';

type Settings = Partial<Record<string, string>>;

/** What each part of a deployment is called with. */
interface Context {
  google: GoogleApis;
  project: string;
  region: string;
  settings: Settings;
  names: ReturnType<typeof namesOf>;
}

interface InProcess {
  google: () => Google;
  /** As a command would have it that was given these settings. */
  context: (settings?: Settings) => Context;
}

/** A project, empty before each test of a file, for parts of our commands that are called in the test's own process. */
export function projectInProcess(project: string): InProcess {
  let stand: Google;
  let google: GoogleApis;
  const names = namesOf(project, REGION);
  beforeAll(async () => {
    stand = await startGoogle(project);
  });
  afterAll(() => stand.stop());
  beforeEach(async () => {
    for (const [name, value] of Object.entries(stand.environment)) vi.stubEnv(name, value);
    google = (await connect({ project, readOnly: false }, () => undefined)) as GoogleApis;
    for (const held of [stand.state.things, stand.state.uploads, stand.state.secrets]) held.clear();
    for (const email of [names.functionsAccount, names.buildAccount])
      stand.state.things.set(`projects/${project}/serviceAccounts/${email}`, {});
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    expect(stand.state.unknown).toEqual([]);
  });
  return {
    google: () => stand,
    context: (settings = {}) => ({
      google,
      project,
      region: REGION,
      settings,
      names: { ...names, bucket: settings.CHECKPOINT_BUCKET ?? names.bucket },
    }),
  };
}
