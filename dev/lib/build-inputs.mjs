// The files that each build depends on. Plain JavaScript: `npm run deploy -- --dry-run` uses it with only Node.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

const shared = ['contract/src', 'contract/package.json', 'tsconfig.base.json', 'package-lock.json'];
/** Tests and settings, which are not part of a build. */
const NOT_INPUT = /^functions\/\.env.*$|(^|\/)(node_modules|dist|lib\/index\.js.*|.*\.test\.tsx?|vitest\.config\.ts)$/;

/** The first of what is made says that it was; of it all, nothing else is changed later, as by a deploy. */
export const targets = [
  { workspace: 'functions', outputs: ['functions/lib/index.js'], inputs: ['functions', ...shared] },
  {
    workspace: 'agent',
    outputs: ['agent/dist/main.js', 'agent/dist/demo.js', 'agent/dist/relay.js'],
    inputs: ['agent', ...shared],
  },
  {
    workspace: 'web',
    outputs: ['web/dist/index.html', 'web/dist/sw.js', 'web/dist/push-worker.js'],
    inputs: ['web', ...shared],
  },
];

/** Records which files each build was made from, and what it was, by hashes. */
export const stampFile = (root) => join(root, '.countersign/build.json');

/** A hash over names and bytes of all input files of a target; tests are no input. */
export function hashOfInputs(root, { inputs }) {
  return hashOf(
    root,
    inputs.flatMap((input) => filesIn(root, join(root, input))),
  );
}

/**
 * What is recorded of a build that is there now. Others write it, too (`npm run dev`, tests, `npm run build`), perhaps
 * from sources that no longer exist: so what was made is recorded beside what it was made from.
 */
export function stampOf(root, target, inputs = hashOfInputs(root, target)) {
  const outputs = target.outputs.map((output) => join(root, output)).filter((output) => existsSync(output));
  return `${inputs} ${hashOf(root, outputs)}`;
}

/** Whether a workspace's build matches its sources: 'current', 'older', or 'missing'. */
export function stateOfBuild(root, workspace) {
  const target = targets.find((one) => one.workspace === workspace);
  if (!existsSync(join(root, target.outputs[0]))) return 'missing';
  return stampsOf(root)[workspace] === stampOf(root, target) ? 'current' : 'older';
}

function hashOf(root, files) {
  const hash = createHash('sha256');
  for (const file of files) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

/** A damaged record counts as empty: what was built from which sources is then unknown. */
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
