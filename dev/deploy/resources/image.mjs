import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { commitOfCheckout } from '../../../contract/build-version.mjs';
import { changePolicy, membersOf, readPolicy } from '../policy.mjs';
import { Stop } from '../stop.mjs';

const HOST = 'artifactregistry.googleapis.com/v1';
const BUILD = 'cloudbuild.googleapis.com/v1';
const root = join(import.meta.dirname, '../../..');
/** What agent/Dockerfile uses. */
const SOURCES = ['package.json', 'package-lock.json', 'tsconfig.base.json', 'contract', 'agent'];
const LEFT_OUT = ['node_modules', 'dist'];
const BUILD_SECONDS = 1_800;
const cleanupPolicies = {
  'keep-newest': { id: 'keep-newest', action: 'KEEP', mostRecentVersions: { keepCount: 10 } },
  'delete-old': { id: 'delete-old', action: 'DELETE', condition: { tagState: 'ANY', olderThan: `${90 * 24 * 3600}s` } },
};

const rolesOn = ({ functionsAccount, buildAccount }) => ({
  'roles/artifactregistry.reader': [`serviceAccount:${functionsAccount}`],
  'roles/artifactregistry.writer': [`serviceAccount:${buildAccount}`],
});

const policyOf = ({ repository }) => ({ url: `${HOST}/${repository}` });

/** Where the image is kept: the newest ten, and no others older than 90 days. */
export const registry = {
  title: 'Artifact Registry',
  async look({ google, names }) {
    if (!(await google.find(`${HOST}/${names.repository}`))) return { is: 'missing' };
    const members = membersOf(await readPolicy(google, policyOf(names)));
    const has = Object.entries(rolesOn(names)).every(([role, [account]]) => members(role).includes(account));
    return { is: has ? 'there' : 'different' };
  },
  async make({ google, names }, { is }) {
    const [parent, id] = names.repository.split('/repositories/');
    if (is === 'missing') {
      const url = `${HOST}/${parent}/repositories?repositoryId=${id}`;
      await google.finished(HOST, await google.post(url, { format: 'DOCKER', cleanupPolicies }));
    }
    await changePolicy(google, policyOf(names), { add: rolesOn(names) });
  },
};

/** The image of exactly these sources, built by Cloud Build for the processors that Cloud Run has. */
export const image = {
  title: 'Image of the agent',
  async look({ google, names }) {
    const digest = await builtDigest(google, names);
    return digest ? { is: 'there', detail: digest.slice(0, 19) } : { is: 'missing' };
  },
  async make({ google, project, names }) {
    const tag = sourceTag();
    const object = `${tag}.tar.gz`;
    const upload = `storage.googleapis.com/upload/storage/v1/b/${names.buildBucket}/o?uploadType=media&name=${object}`;
    // By its generation: exactly these bytes are built.
    const { generation } = await google.post(upload, pack());
    const build = {
      source: { storageSource: { bucket: names.buildBucket, object, generation } },
      steps: [
        {
          name: 'gcr.io/cloud-builders/docker',
          args: [
            ...['build', '--platform', 'linux/amd64', '-f', 'agent/Dockerfile'],
            ...['--build-arg', `COUNTERSIGN_COMMIT=${commitOfCheckout()}`],
            ...['-t', `${names.image}:${tag}`, '-t', `${names.image}:latest`, '.'],
          ],
        },
      ],
      images: [`${names.image}:${tag}`, `${names.image}:latest`],
      serviceAccount: `projects/${project}/serviceAccounts/${names.buildAccount}`,
      options: { logging: 'CLOUD_LOGGING_ONLY' },
      timeout: `${BUILD_SECONDS}s`,
    };
    const { metadata } = await google.post(`${BUILD}/projects/${project}/builds`, build);
    const running = ['QUEUED', 'PENDING', 'WORKING', 'STATUS_UNKNOWN'];
    const done = await google.until(
      () => google.get(`${BUILD}/projects/${project}/builds/${metadata.build.id}`),
      ({ status }) => !running.includes(status),
    );
    if (done.status !== 'SUCCESS') {
      throw new Stop(`The image was not built (${done.status}): ${done.statusDetail ?? ''}\nIts log: ${done.logUrl}`);
    }
  },
};

/** The digest of the image of these sources; null while it is not built. */
async function builtDigest(google, { repository }) {
  const found = await google.find(`${HOST}/${repository}/packages/agent/tags/${sourceTag()}`);
  return found ? found.version.split('/versions/')[1] : null;
}

/** What the tag latest means in this deployment: as set, or as built; empty if neither is known. */
export async function agentDigest({ google, names, settings }) {
  const { AGENT_IMAGE_DIGEST, AGENT_IMAGE } = settings;
  if (AGENT_IMAGE_DIGEST) return AGENT_IMAGE_DIGEST;
  return AGENT_IMAGE ? '' : ((await builtDigest(google, names)) ?? '');
}

/** A tag that names the sources by their contents: the same sources are built once. */
function sourceTag() {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap((source) => filesIn(join(root, source)))) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return `sources-${hash.digest('hex').slice(0, 16)}`;
}

function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path).filter((name) => !LEFT_OUT.includes(name) && !/\.test\.ts$/.test(name));
  return names.sort().flatMap((name) => filesIn(join(path, name)));
}

function pack() {
  const left = [...LEFT_OUT.map((name) => `--exclude=${name}`), '--exclude=*.test.ts'];
  return execFileSync('tar', ['-czf', '-', ...left, ...SOURCES], { cwd: root, maxBuffer: 256 * 1024 * 1024 });
}
