// The files that each build depends on. Plain JavaScript: `npm run deploy -- --dry-run` uses it with only Node.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

const shared = ['contract/src', 'contract/package.json', 'tsconfig.base.json', 'package-lock.json'];
/** Tests and settings, which are not part of a build. */
const NOT_INPUT = /^functions\/\.env.*$|(^|\/)(node_modules|dist|lib\/index\.js.*|.*\.test\.tsx?|vitest\.config\.ts)$/;

export const targets = [
  { workspace: 'functions', output: 'functions/lib/index.js', inputs: ['functions', ...shared] },
  { workspace: 'agent', output: 'agent/dist/main.js', inputs: ['agent', ...shared] },
  { workspace: 'web', output: 'web/dist/index.html', inputs: ['web', ...shared] },
];

/** Records which files each build was made from, by a hash. */
export const stampFile = (root) => join(root, '.countersign/build.json');

/** A hash over names and bytes of all input files of a target; tests are no input. */
export function hashOfInputs(root, { inputs }) {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap((input) => filesIn(root, join(root, input)))) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

/** Whether a workspace's build matches its sources: 'current', 'older', or 'missing'. */
export function stateOfBuild(root, workspace) {
  const target = targets.find((one) => one.workspace === workspace);
  if (!existsSync(join(root, target.output))) return 'missing';
  return stampsOf(root)[workspace] === hashOfInputs(root, target) ? 'current' : 'older';
}

/** A damaged record counts as empty: then nobody knows what was built from which sources. */
function stampsOf(root) {
  try {
    return JSON.parse(readFileSync(stampFile(root), 'utf8')) ?? {};
  } catch {
    return {};
  }
}

function filesIn(root, path) {
  if (!existsSync(path) || NOT_INPUT.test(relative(root, path))) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(root, join(path, name)));
}
