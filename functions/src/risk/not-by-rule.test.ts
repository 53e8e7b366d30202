import { rulePattern, type RulePattern, toolKinds } from '@countersign/contract';
import { describe, expect, it, test } from 'vitest';
import { smuggledCommands } from '../testing/smuggled.ts';
import { toolCall } from '../testing/acts.ts';
import { judge } from './judge.ts';
import { matches, proposePatterns, whyNoRule, type Asked } from './match-rule.ts';
import { simpleWords } from './simple-command.ts';

const command = (line: string | string[], more: object = {}): Asked => ({
  ...toolCall,
  toolKind: 'execute',
  parameters: { command: line, ...more },
});
const ofCommand = (line: string, rest: 'none' | 'paths' = 'paths'): RulePattern => ({
  kind: 'command',
  words: line.split(' '),
  rest,
});
const anyFile = (act: 'read' | 'edit'): RulePattern => ({ kind: 'file', act, path: '**' });
/** Rules that would let much pass, if anything were read carelessly. */
const generous = [
  ...['git status', 'npm test', 'npm run lint', 'ls', 'cat', 'grep', 'find .', 'echo', 'head', 'sort'].flatMap(
    (line) => [ofCommand(line), ofCommand(line, 'none')],
  ),
];

describe('no rule lets pass a command with something smuggled behind, before or into it', () => {
  it.each(smuggledCommands)('%j', (line) => {
    for (const pattern of generous) {
      expect(matches(pattern, command(line)), JSON.stringify(pattern)).toBe(false);
    }
  });

  it.each([
    'env',
    'sh',
    'xargs ls',
    'sh -c ls',
    'git push',
    'rm a',
    'curl x',
    'npm',
    'npm run',
    'npx x',
    'make -f x',
    'cat /etc/x',
    // These run whatever program is named behind.
    'nx exec',
    'nx exec -- ls',
    'nx -p a exec -- jest',
    'nx watch --all -- rm src',
    'nx init',
    'nx record -- printenv',
    'nx download-cloud-client',
    'nx logout',
    'nx g lib',
    'webpack init',
    'playwright uninstall',
    'playwright uninstall --all',
    'playwright clear-cache',
    'cypress cache clear',
    'yarn run vercel',
    'turbo gen',
    'tox exec -- pytest',
    'tox e -- pytest',
    'just -c ls',
    'mvn test exec:exec',
    'uv run pytest',
    'bundle exec rspec',
    'pdm run ls',
    'hatch run ls',
    'pixi run ls',
    'mise exec -- ls',
    'direnv exec . ls',
    'lerna exec -- ls',
    'pnpm exec ls',
    'yarn exec ls',
    'bazel run a',
    'dotnet tool run a',
    'cmake -E env',
    // These read whole folders, whatever is in them.
    'rg',
    'rg BEGIN',
    'rg -n TODO src',
    'rg TODO example.com',
    'rg -g *.ts TODO',
    'ag TODO',
    'ack TODO',
    'grep -r TODO',
    'egrep -R TODO src',
    'git grep TODO',
    'git log -p',
    'tree -Lo',
    'tree -Po x a',
    'git diff 4b825dc642cb6eb9a060e54bf8d69288fbee4904',
    'diff certs certs.old',
    'prettier src',
    'prettier .',
    'make -p',
    'gradle test properties',
    'cat secrets/db_password',
    'cat server.key.bak',
    // These name a host, from which Go may fetch a module.
    'go build example.com/a',
    'go test github.com/acme/app/...',
    'go vet example.com',
  ])('nor is there a rule for %s', (line) => expect(whyNoRule(ofCommand(line, 'none'))).toMatch(/^No rule can cover/));

  it.each([
    'npm run publish',
    'npm run release',
    'npm run release:minor',
    'npm run-script deploy',
    'npm run deploy-prod',
    'npm run deploy.prod',
    'npm run docs:deploy',
    'npm run pre-release',
    'npm run redeploy',
    'npm run app:unpublish',
    'npm run prepublishOnly',
    'pnpm run postrelease.prod',
    'make REDEPLOY',
    'npm run Redeploy',
    'npm run appRedeploy',
    'npm run ciUnpublish',
    'npm run Publish',
    'npm run buildAndDeploy',
    'npm run CIDeploy',
    'npm run QARelease',
    'npm run aPublish',
    'npm run CIDEPLOY',
    'npm run ciRELEASE',
    'npm run DEPLOY_PROD',
    'npm run ./deploy',
    'yarn run ./deploy',
    'npm start deploy',
    'npm run push',
    'npm run docker-push',
    'npm run upload:assets',
    'npm run vercel',
    'npm run gh-pages',
    'npm run wrangler:prod',
    'pnpm run firebase',
    'make push',
    'make docker.push',
    'make upload',
    'just heroku',
    'task fly',
    'pnpm run publish:prod',
    'yarn run deploy',
    'yarn deploy',
    'make publish',
    'make test release',
    'make deploy.prod',
    // The program takes these for `deploy`, or for a target of that name.
    'make ./deploy',
    'make all ./deploy.prod',
    'make dist/release',
    'gmake ./release',
    'ninja ./publish',
    'just ./deploy',
    'task ./release',
    'nx ./deploy',
    'turbo run ./deploy',
    'just deploy',
    'task release',
    'gradle build publish',
    'gradle build publishToMavenLocal',
    'mvn test deploy',
    'cargo release',
    'poetry publish',
    'nx release publish',
    'nx publish app',
    'nx run app:publish',
    'turbo run publish',
    'tox deploy',
  ])('nor for %s, which publishes', (line) => {
    for (const rest of ['none', 'paths'] as const) expect(whyNoRule(ofCommand(line, rest))).not.toBeNull();
    expect(proposePatterns(command(line))).toEqual([]);
    const [program = '', ...words] = line.split(' ');
    for (let kept = 0; kept <= words.length; kept += 1)
      expect(matches(ofCommand([program, ...words.slice(0, kept)].join(' ')), command(line))).toBe(false);
  });

  it.each(['nx build', 'nx run app:build', 'turbo run build -- x', 'tox', 'just build', 'task build', 'mvn test'])(
    'but there is one for %s',
    (line) => expect(whyNoRule(ofCommand(line, 'none'))).toBeNull(),
  );

  it('but for what is only called so', () => {
    for (const line of [
      'npm test src/release.test.ts',
      'npm test ./deploy',
      'npm run lint deploy.js',
      'vitest run publish/a.test.ts',
      'pytest ./deploy',
      'go test ./release',
      'tsc ./deploy.ts',
    ]) {
      const [pattern] = proposePatterns(command(line));
      expect(pattern, line).toMatchObject({ words: line.split(' ') });
    }
    for (const line of [
      'cargo build --release',
      'cat release/notes.md',
      'git log release',
      'npm run unpublished',
      'npm run redeployed',
      'npm run pushed',
      'npm run test:firebase-rules',
      'npm run flying',
      'npm run uploader',
    ])
      expect(whyNoRule(ofCommand(line, 'none')), line).toBeNull();
  });
});

describe('no rule of a program that reads lets it read what may be secret', () => {
  it.each([
    ['rg TODO src/a.ts', 'rg TODO src/a.ts certs'],
    ['rg TODO src/a.ts', 'rg TODO src/a.ts example.com'],
    ['diff a.txt', 'diff a.txt server.key'],
    ['cat', 'cat token.json'],
    ['cat', 'cat src/auth.json'],
    ['cat', 'cat password.txt'],
    ['cat', 'cat deploy/token'],
    ['cat', 'cat config/database.yml'],
    ['cat', 'cat login.json'],
    ['cat', 'cat accounts.csv'],
    ['grep TODO', 'grep TODO ops/nightly.yaml'],
    ['jq .', 'jq . data/a.json'],
    ['head', 'head private.asc'],
    ['sort', 'sort config/secrets.json'],
    ['strings', 'strings prod.tfvars'],
  ])('a rule of %s does not let %j pass', (words, line) => {
    expect(whyNoRule(ofCommand(words))).toBeNull();
    expect(matches(ofCommand(words), command(line))).toBe(false);
  });
});

test('what a rule names passes, also with file names where the rule says so', () => {
  const pass = (pattern: RulePattern, line: string | string[], more?: object) => matches(pattern, command(line, more));
  expect(pass(ofCommand('npm test', 'none'), 'npm test')).toBe(true);
  expect(pass(ofCommand('npm test', 'none'), 'npm test src/a.test.ts')).toBe(false);
  expect(pass(ofCommand('npm test'), 'npm test src/a.test.ts')).toBe(true);
  expect(pass(ofCommand('npm test'), ['npm', 'test', 'src/a.test.ts'])).toBe(true);
  expect(pass(ofCommand('npm test'), ['npm', 'test', 'a b'])).toBe(false);
  expect(pass(ofCommand('git status', 'none'), 'git status', { cwd: '.' })).toBe(true);
  // An absolute path may mean another folder of that name: runners name the workspace by a dot.
  expect(pass(ofCommand('git status', 'none'), 'git status', { cwd: '/tmp/task/workspace' })).toBe(false);
  expect(pass(ofCommand('git status', 'none'), 'git status', { cwd: 'src' })).toBe(false);
  expect(pass(ofCommand('git status', 'none'), 'git status', { cwd: '/elsewhere' })).toBe(false);
  expect(pass(ofCommand('npm test', 'none'), 'npm test', { run_in_background: true })).toBe(false);
  expect(pass(ofCommand('npm test', 'none'), 'npm test', { env: { PATH: '.' } })).toBe(false);
  // As runners send what Gemini says of a command in words.
  expect(pass(ofCommand('npm test', 'none'), 'npm test', { dir_path: '.' })).toBe(true);
  expect(pass(ofCommand('npm test', 'none'), 'npm test', { dir_path: 'examples/evil' })).toBe(false);
  expect(pass(ofCommand('npm test', 'none'), 'npm test', { is_background: true })).toBe(false);
  expect(pass(ofCommand('npm test', 'none'), 'npm test', { details: '[in .] (x] (Run)' })).toBe(false);
  expect(pass(ofCommand('cat'), 'cat src/a.ts')).toBe(true);
  expect(pass(ofCommand('npm run'), 'npm run deploy')).toBe(false);
});

it.each([
  ['npm run smoke', 'npm run smoke example.com'],
  ['npm run smoke', 'npm run smoke example.com/a.ts'],
  ['npm run smoke', 'npm run smoke 10.0.0.1/x'],
  ['yarn test', 'yarn test api.example.com/v1/x'],
])('a rule of %s, which file names may follow, does not let the host in %j pass', (words, line) => {
  expect(whyNoRule(ofCommand(words))).toBeNull();
  expect(matches(ofCommand(words), command(line))).toBe(false);
  expect(matches(ofCommand(words), command(`${words} src/a.ts`))).toBe(true);
});

describe('a subcommand is not taken for a file name', () => {
  it.each([
    ['ruff check', 'ruff check src/a.py', 'ruff format src/a.py'],
    ['ruff check', 'ruff check src/a.py', 'ruff check src'],
    ['vitest run', 'vitest run src/a.test.ts', 'vitest init browser'],
    ['vitest related', 'vitest related src/a.ts', 'vitest src/a.ts'],
    ['mocha', 'mocha test/a.js', 'mocha init src'],
    ['mocha', 'mocha test/a.js', 'mocha inspect test/a.js'],
    ['jest', 'jest src/a.test.ts', 'jest init'],
    ['wc -w', 'wc -w a.md', 'wc -w .env'],
    // The program that the script runs may have subcommands.
    ['npm test', 'npm test src/a.test.ts', 'npm test init browser'],
    ['npm run lint', 'npm run lint src/a.ts', 'npm run lint format src/a.ts'],
    ['yarn test', 'yarn test a.test.ts', 'yarn test init'],
  ])('by a rule of %s, which lets %j pass, not %j', (words, passing, smuggled) => {
    expect(whyNoRule(ofCommand(words))).toBeNull();
    expect(matches(ofCommand(words), command(passing))).toBe(true);
    expect(matches(ofCommand(words), command(smuggled))).toBe(false);
  });

  it.each([
    ['ruff', 'ruff clean'],
    ['ruff', 'ruff server'],
    ['ruff', 'ruff check src/a.py'],
    ['ruff --quiet', 'ruff --quiet check src/a.py'],
    ['vitest', 'vitest init browser'],
    ['vitest', 'vitest run src/a.test.ts'],
    ['vitest -w', 'vitest -w run'],
    // What follows is the option's value.
    ['npm test -w', 'npm test -w tools/other'],
    ['sleep', 'sleep infinity'],
  ])('nor is there a rule of %s with file names, and an earlier one does not let %j pass', (words, line) => {
    expect(whyNoRule(ofCommand(words))).toBe('Nothing may follow this command in a rule.');
    expect(matches(ofCommand(words), command(line))).toBe(false);
  });

  it('and what is proposed keeps the subcommand', () => {
    const proposed = (line: string) => proposePatterns(command(line));
    expect(proposed('ruff check src/a.py')).toEqual([
      ofCommand('ruff check src/a.py', 'none'),
      ofCommand('ruff check'),
    ]);
    expect(proposed('vitest run src/a.ts')).toEqual([
      ofCommand('vitest run src/a.ts', 'none'),
      ofCommand('vitest run'),
    ]);
    expect(proposed('vitest src/a.ts')).toEqual([ofCommand('vitest src/a.ts', 'none')]);
    expect(proposed('vitest init browser')).toEqual([]);
    expect(proposed('mocha init src')).toEqual([ofCommand('mocha init src', 'none'), ofCommand('mocha init src')]);
    expect(proposed('npm run lint')).toEqual([ofCommand('npm run lint', 'none'), ofCommand('npm run lint')]);
  });
});

test('nothing but commands and acts on files is ever covered', () => {
  const pattern = ofCommand('npm test', 'none');
  for (const type of ['approval_request', 'planning', 'completion', 'rejection'] as const)
    expect(matches(pattern, { ...command('npm test'), type })).toBe(false);
  for (const toolKind of [
    'publish',
    'budget',
    'limits',
    'start',
    'elicitation',
    'other',
    'fetch',
    'delete',
    'move',
    null,
  ] as const)
    expect(matches(pattern, { ...command('npm test'), toolKind })).toBe(false);
});

test('what says no more than its title is never covered, nor called low', () => {
  const patterns: RulePattern[] = [...generous, ...(['read', 'edit'] as const).map(anyFile)];
  for (const toolKind of [null, ...toolKinds]) {
    for (const title of ['npm test', 'ls', 'src/a.ts']) {
      const asked: Asked = { ...toolCall, toolKind, parameters: { title } };
      expect(judge(asked, null).level, `${toolKind}`).not.toBe('low');
      expect(patterns.some((pattern) => matches(pattern, asked))).toBe(false);
      expect(proposePatterns(asked)).toEqual([]);
    }
  }
});

test('what is proposed for a request covers it, the narrowest first', () => {
  expect(proposePatterns(command('npm test'))).toEqual([ofCommand('npm test', 'none'), ofCommand('npm test')]);
  expect(proposePatterns(command('cat src/a.ts'))).toEqual([ofCommand('cat src/a.ts', 'none'), ofCommand('cat')]);
  expect(proposePatterns(command('git status; rm a'))).toEqual([]);
  const created: Asked = {
    ...{ type: 'file_creation', toolKind: 'edit', parameters: null },
    ...{ filePath: 'src/deep/a.ts', fileContent: 'x' },
  };
  expect(proposePatterns(created).map((pattern) => pattern.kind === 'file' && pattern.path)).toEqual([
    'src/deep/a.ts',
    'src/deep/*',
    'src/**',
  ]);
  // Of settings and data the ending is said.
  const data: Asked = { ...created, filePath: 'locales/web/en.json' };
  expect(proposePatterns(data).map((pattern) => pattern.kind === 'file' && pattern.path)).toEqual([
    'locales/web/en.json',
    'locales/web/*.json',
    'locales/**/*.json',
  ]);
  expect(proposePatterns({ ...created, filePath: 'bin/run' })).toEqual([
    { kind: 'file', act: 'edit', path: 'bin/run' },
  ]);
});

test('what is proposed can be written as a rule, however long or unusual the request is', () => {
  const edit = (path: string): Asked => ({
    ...toolCall,
    toolKind: 'edit',
    parameters: { path, oldText: 'a', newText: 'b' },
  });
  const paths = (asked: Asked) => proposePatterns(asked).map((pattern) => pattern.kind === 'file' && pattern.path);
  expect(paths(edit('docs/my file.md'))).toEqual(['docs/*', 'docs/**']);
  expect(paths(edit(`docs/${'a/'.repeat(150)}b.md`))).toEqual(['docs/**']);
  const cat = { kind: 'command', words: ['cat'], rest: 'paths' };
  expect(proposePatterns(command(`cat${' a.ts'.repeat(30)}`))).toEqual([cat]);
  expect(proposePatterns(command(`cat ${'a'.repeat(201)}.ts`))).toEqual([cat]);
  const long = [edit('my docs/a b.md'), command(`echo${' a'.repeat(30)}`), command(`npm test ${'a/'.repeat(110)}b.ts`)];
  for (const pattern of long.flatMap(proposePatterns)) expect(rulePattern.safeParse(pattern).success).toBe(true);
});

test('only a simple command has a shape, which is its words', () => {
  expect(simpleWords('git log --oneline')).toEqual(['git', 'log', '--oneline']);
  expect(simpleWords("echo 'a b'")).toEqual(['echo', 'a b']);
  for (const word of ['docs/no""tes.txt', "docs/no'tes'.txt", String.raw`docs/no\tes.txt`])
    expect(simpleWords(`cat ${word}`), word).toBeNull();
  expect(simpleWords('a '.repeat(5_000).trim())).toBeNull();
});
