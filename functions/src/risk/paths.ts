/** Where a path leads, as far as its text says. Links are not followed: there is no file to look at here. */
export type Place =
  | { at: 'inside'; path: string; segments: string[] }
  | { at: 'outside'; segments: string[] }
  | { at: 'nowhere' }
  | { at: 'network' };

/** What the shell and awk take for a connection instead of a file. */
const connections = ['dev/tcp', 'dev/udp', 'inet', 'inet4', 'inet6'];
/** Where nothing is kept: what is written there is gone, or is what the command prints. */
const nowhere = new Set(['dev/null', 'dev/stdout', 'dev/stderr', 'dev/fd/1', 'dev/fd/2']);

/** `workspace`: the last folders of the workspace's own path, by which an absolute path is known to lie inside. */
export function placeOf(path: string, workspace: string | null): Place {
  const all = path.split('/');
  const segments = all.filter((segment) => segment !== '' && segment !== '.');
  if (path.startsWith('~')) return { at: 'outside', segments };
  if (path.startsWith('/')) {
    const joined = segments.join('/');
    if (nowhere.has(joined)) return { at: 'nowhere' };
    if (connections.some((prefix) => joined === prefix || joined.startsWith(`${prefix}/`))) return { at: 'network' };
    const inside = insideOf(segments, workspace);
    return inside === null ? { at: 'outside', segments } : relative(inside);
  }
  return relative(segments);
}

function insideOf(segments: string[], workspace: string | null): string[] | null {
  const root = workspace?.split('/') ?? [];
  if (root.length === 0) return null;
  const start = segments.findIndex((_, index) => root.every((name, offset) => segments[index + offset] === name));
  if (start === -1 || segments.slice(0, start).includes('..')) return null;
  return segments.slice(start + root.length);
}

function relative(segments: string[]): Place {
  const kept: string[] = [];
  for (const segment of segments) {
    if (segment !== '..') kept.push(segment);
    else if (kept.pop() === undefined) return { at: 'outside', segments };
  }
  return { at: 'inside', path: kept.join('/'), segments: kept };
}

/** Names of files, and of folders, in which keys, tokens and passwords are kept. */
const secretNames = new Set(
  (
    '.env .envrc .netrc _netrc .npmrc .yarnrc.yml .pypirc .git-credentials .htpasswd .pgpass .my.cnf .vault-token .dockercfg ' +
    '.boto .s3cfg .bash_history .zsh_history .node_repl_history .python_history credentials credentials.json credentials.csv ' +
    'secrets secrets.json secrets.yml secrets.yaml secrets.toml secret.json service-account.json service_account.json ' +
    'serviceaccountkey.json id_rsa id_dsa id_ecdsa id_ed25519 id_ecdsa_sk id_ed25519_sk shadow gshadow master.key ' +
    'terraform.tfstate terraform.tfvars environ authorized_keys kubeconfig wallet.dat'
  ).split(' '),
);
const secretFolders = new Set('.ssh .aws .azure .gnupg .kube .docker gcloud .password-store .secrets'.split(' '));
const secretEndings = ['.pem', '.key', '.p12', '.pfx', '.jks', '.keystore', '.kdbx', '.ppk', '.gpg', '.age'];
const publicEndings = ['.example', '.sample', '.template', '.dist'];

/** True for a place in which secrets are usually kept; upper and lower case are one, as on some file systems. */
export function holdsSecrets(segments: readonly string[]): boolean {
  const names = segments.map((segment) => segment.toLowerCase());
  const last = names.at(-1) ?? '';
  if (names.some((name) => secretFolders.has(name))) return true;
  if (publicEndings.some((ending) => last.endsWith(ending))) return false;
  return secretNames.has(last) || last.startsWith('.env.') || secretEndings.some((ending) => last.endsWith(ending));
}

const hookFolders = new Set(['.husky', '.githooks']);
const gitNames = new Set([
  '.gitattributes',
  '.gitmodules',
  '.gitconfig',
  '.lfsconfig',
  '.pre-commit-config.yaml',
  'lefthook.yml',
]);
const pipelineFolders = new Set([
  '.github',
  '.gitlab',
  '.circleci',
  '.buildkite',
  '.woodpecker',
  '.drone',
  '.ci',
  '.forgejo',
  '.gitea',
]);
const pipelineNames = new Set(
  (
    '.gitlab-ci.yml .travis.yml .drone.yml .woodpecker.yml azure-pipelines.yml bitbucket-pipelines.yml jenkinsfile appveyor.yml ' +
    'cloudbuild.yaml cloudbuild.yml buildspec.yml codemagic.yaml netlify.toml vercel.json firebase.json'
  ).split(' '),
);
const buildNames = new Set(
  (
    'package.json makefile gnumakefile justfile taskfile.yml rakefile gemfile setup.py setup.cfg pyproject.toml tox.ini noxfile.py ' +
    'conftest.py build.rs cargo.toml pom.xml build.gradle build.gradle.kts settings.gradle gradlew gradlew.bat mvnw mvnw.cmd ' +
    'composer.json cmakelists.txt dockerfile docker-compose.yml docker-compose.yaml compose.yml compose.yaml procfile deno.json ' +
    'binding.gyp go.mod requirements.txt package-lock.json yarn.lock pnpm-lock.yaml pnpm-workspace.yaml bun.lock bun.lockb cargo.lock ' +
    'gemfile.lock composer.lock poetry.lock uv.lock go.sum .nvmrc .tool-versions mise.toml .mise.toml'
  ).split(' '),
);
const settingFolders = new Set(
  '.vscode .idea .devcontainer .claude .codex .cursor .gemini .opencode .windsurf .zed'.split(' '),
);
const settingNames = new Set(
  (
    '.mcp.json claude.md agents.md gemini.md opencode.json .cursorrules .bashrc .bash_profile .bash_login .profile .zshrc .zshenv ' +
    '.zprofile .inputrc .editorconfig.local'
  ).split(' '),
);

/** Why writing there does more than change a file of the project; null where it does not. */
export function whyDelicate(segments: readonly string[]): string | null {
  const names = segments.map((segment) => segment.toLowerCase());
  const last = names.at(-1) ?? '';
  const isBelow = (folders: Set<string>) => names.some((name) => folders.has(name));
  if (names.includes('.git')) return 'Writes into .git, whose hooks and configuration name programs to run';
  if (isBelow(hookFolders)) return 'Changes hooks, which run by themselves';
  if (gitNames.has(last)) return 'Changes how git works here, which can name programs to run';
  if (isBelow(pipelineFolders) || pipelineNames.has(last)) return 'Changes what runs when it is pushed or deployed';
  if (buildNames.has(last)) return 'Changes what is installed, or run when the project is built and tested';
  if (isBelow(settingFolders) || settingNames.has(last)) return 'Changes settings of an editor, a shell or an agent';
  if (holdsSecrets(segments)) return 'Writes to a file in which secrets are kept';
  return null;
}
