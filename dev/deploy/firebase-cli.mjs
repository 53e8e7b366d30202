import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withKeptAssets } from './assets.mjs';
import { Stop } from './stop.mjs';

const root = join(import.meta.dirname, '../..');
const WORDS_SHOWN = 4_000;

/**
 * Runs firebase-tools with a configuration made from firebase.json for this project and region; no file that git tracks
 * is edited. Throws Stop with its last words when it fails.
 */
export async function firebaseCli(context, args) {
  const { project } = context;
  // firebase-tools refuses paths outside its configuration's folder, so it lies in the root; git ignores its name.
  const config = join(root, `.countersign-firebase-${project}.json`);
  const own = join(root, '.countersign/deploy', project);
  mkdirSync(own, { recursive: true });
  const settings = configuration(context);
  const hosting = withKeptAssets(settings.hosting, join(root, settings.hosting.public));
  writeFileSync(config, JSON.stringify({ ...settings, hosting }));
  try {
    await run(project, [...args, '--config', config, '--non-interactive'], join(own, 'cli'));
  } finally {
    rmSync(config, { force: true });
  }
}

/** firebase.json for this deployment, with the Hosting site if given. What it would build is built already. */
export function configuration({ project, region, databaseLocation, names, site }) {
  const base = JSON.parse(readFileSync(join(root, 'firebase.json'), 'utf8'));
  const { predeploy: _built, ...functions } = base.functions[0];
  return {
    firestore: { ...base.firestore, location: databaseLocation },
    functions: [
      {
        ...functions,
        codebase: names.codebase,
        disallowLegacyRuntimeConfig: true,
        configDir: `.countersign/deploy/${project}`,
      },
    ],
    hosting: {
      ...base.hosting,
      ...(site ? { site } : {}),
      rewrites: base.hosting.rewrites.map((rewrite) =>
        rewrite.function ? { ...rewrite, function: { ...rewrite.function, region } } : rewrite,
      ),
    },
  };
}

function run(project, args, settingsFolder) {
  const cli = join(root, 'node_modules/firebase-tools/lib/bin/firebase.js');
  const child = spawn(process.execPath, [cli, ...args, '--project', project], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A login by `firebase login` must not interfere: firebase-tools uses the same credentials as everything here.
    // It names no project whose quota its calls use unless told, and some APIs refuse a person's credentials then.
    env: {
      ...process.env,
      XDG_CONFIG_HOME: settingsFolder,
      GOOGLE_CLOUD_QUOTA_PROJECT: project,
      FUNCTIONS_DISCOVERY_TIMEOUT: '90',
    },
  });
  let words = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk) => (words += String(chunk)));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) return resolve();
      reject(
        new Stop(
          `firebase ${args.slice(0, 3).join(' ')} failed:\n${words.slice(-WORDS_SHOWN).trim()}\n${adviceOn(words)}`,
        ),
      );
    });
  });
}

function adviceOn(words) {
  if (/permitted customer|organi[sz]ation policy|constraint/i.test(words)) {
    return 'A policy of your organisation forbids it (constraints/iam.allowedPolicyMemberDomains keeps functions from being called by browsers). Ask its administrator for an exception for this project, then run this again.';
  }
  return 'Run this again when that is fixed: what is done stays.';
}
