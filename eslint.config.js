// The import law of ARCHITECTURE.md is a lint error here, not advice; dev/lint/import-law.test.ts tries to break it.
// oxlint (npm run types) finds all other errors, in a fiftieth of the time: .oxlintrc.json, dev/lint/oxlint.test.ts.
import boundaries from 'eslint-plugin-boundaries';
import { defineConfig } from 'eslint/config';
import { noImportCycle } from './dev/lint/no-import-cycle.js';
import { outlineParser } from './dev/lint/outline-parser.js';

const code = '**/*.{ts,tsx,js,mjs}';

/** What only `effects` may use: it sends what a transaction caused. */
const sentByEffects = ['signals', 'outbox'];
/** The files of `outbox` for rooms that do promised work; nobody else works it off, except for the sweep, when it is due. */
const filesOfOutbox = {
  erasing: ['handler'],
  containers: ['handler'],
  cascade: ['handler'],
  notifications: ['handler'],
  sweep: ['handler', 'drain-due'],
};

/** Each element may import itself, packages, and the elements listed here. */
const allowedImports = {
  contract: [],
  ...functionsFloors([
    // A judgement depends only on what an agent asks: `risk` imports nothing of ours.
    ['lib', 'documents', 'settings', 'risk'],
    ['store', 'http', 'runtime', 'tokens', 'replies'],
    ['signals', 'outbox', 'audit', 'secrets', 'checkpoints', 'own'],
    ['effects'],
    ['quotas', 'task-items'],
    ['access', 'state', 'erasing'],
    ['containers', 'evidence'],
    [
      'agent-api',
      'approvals',
      'tasks',
      'projects',
      'publications',
      'notifications',
      'repositories',
      'users',
      'dashboard',
      'config',
      'openapi',
      'cascade',
    ],
    ['sweep'],
    // What puts it together lies beside the rooms.
    [''],
  ]),
  ...agentRooms({
    lib: [],
    agents: [],
    environment: [],
    demo: [],
    server: ['lib'],
    model: ['agents', 'server', 'lib'],
    workspace: ['agents', 'environment', 'server', 'lib'],
    consent: ['server', 'lib'],
    attribution: ['workspace', 'server', 'lib'],
    checkpoint: ['attribution', 'workspace', 'server', 'lib'],
    isolation: ['agents', 'workspace', 'server', 'lib'],
    acp: ['isolation', 'agents', 'workspace', 'server', 'lib'],
    turn: ['acp', 'consent', 'attribution', 'workspace', 'server', 'lib'],
    publish: ['consent', 'checkpoint', 'attribution', 'workspace', 'server', 'lib'],
    task: [
      'model',
      'turn',
      'publish',
      'consent',
      'checkpoint',
      'isolation',
      'attribution',
      'workspace',
      'agents',
      'environment',
      'server',
      'lib',
    ],
    testing: ['agents'],
    security: ['testing'],
    // What starts it lies beside the rooms.
    '': ['task', 'model', 'workspace', 'environment', 'server', 'lib'],
  }),
  dev: ['contract'],
  e2e: ['contract'],
  bench: ['contract'],
  'web-app': ['web-pages', 'web-features', 'web-entities', 'web-ui', 'web-lib', 'contract'],
  'web-pages': ['web-features', 'web-entities', 'web-ui', 'web-lib', 'contract'],
  'web-features': ['web-entities', 'web-ui', 'web-lib', 'contract'],
  'web-entities': ['web-ui', 'web-lib', 'contract'],
  'web-ui': ['web-lib', 'contract'],
  'web-lib': ['contract'],
};

/** Each room of the server may import itself, `contract` and the rooms of lower floors; type imports count, too. */
function functionsFloors(floors) {
  const element = (room) => (room === '' ? 'functions' : `functions-${room}`);
  const lower = (floor) => floors.slice(0, floor).flat();
  const mayImport = (room, other) => !sentByEffects.includes(other) || ['effects', ''].includes(room);
  return Object.fromEntries(
    floors.flatMap((rooms, floor) =>
      rooms.map((room) => {
        const others = lower(floor).filter((other) => mayImport(room, other));
        return [element(room), [...others.map(element), 'contract']];
      }),
    ),
  );
}

/** Each room of the agent may import itself, `contract` and the rooms listed for it; type imports count, too. */
function agentRooms(rooms) {
  const element = (room) => (room === '' ? 'agent' : `agent-${room}`);
  return Object.fromEntries(
    Object.entries(rooms).map(([room, others]) => [element(room), [...others.map(element), 'contract']]),
  );
}

const roomsOf = (folder) => Object.keys(allowedImports).filter((type) => type.startsWith(`${folder}-`));
const elementsOf = (folder) => roomsOf(folder).map((type) => ({ type, pattern: type.replace('-', '/src/') }));

/** A file belongs to the first element that contains it. */
const elements = [
  { type: 'web-app', pattern: 'web/src/*.{ts,tsx}', partialMatch: false },
  { type: 'web-app', pattern: 'web/src/app' },
  { type: 'web-app', pattern: 'web/src/workbench' },
  { type: 'web-pages', pattern: 'web/src/pages' },
  { type: 'web-features', pattern: 'web/src/features/*', capture: ['feature'] },
  { type: 'web-entities', pattern: 'web/src/entities' },
  { type: 'web-ui', pattern: 'web/src/ui' },
  { type: 'web-lib', pattern: 'web/src/lib' },
  { type: 'contract', pattern: 'contract' },
  ...elementsOf('functions'),
  { type: 'functions-testing', pattern: 'functions/src/testing' },
  { type: 'functions-acceptance', pattern: 'functions/src/acceptance' },
  { type: 'functions', pattern: 'functions' },
  ...elementsOf('agent'),
  { type: 'agent', pattern: 'agent' },
  { type: 'dev', pattern: 'dev' },
  { type: 'e2e', pattern: 'e2e' },
  { type: 'bench', pattern: 'bench' },
];

/** Files whose imports depend on what they are, wherever they are. */
const categories = [
  { category: 'manifest', pattern: '*/package.json' },
  { category: 'agent-test', pattern: 'agent/src/**/*.test.ts' },
  { category: 'agent-test', pattern: 'agent/src/*/testing/**' },
  { category: 'agent-test', pattern: 'agent/src/publish/test-publishing.ts' },
  { category: 'functions-test', pattern: 'functions/src/**/*.test.ts' },
  { category: 'functions-test', pattern: 'functions/src/{testing,acceptance}/**' },
  { category: 'functions-test', pattern: 'functions/src/runtime/test-jobs-server.ts' },
  { category: 'sample', pattern: 'dev/testing/sample.ts' },
  { category: 'stack-ports', pattern: 'dev/{stack,lib}/ports.ts' },
  { category: 'stack-accounts', pattern: 'dev/stack/accounts.ts' },
  { category: 'deployed-secrets', pattern: 'dev/deploy/resources/secrets.*' },
  { category: 'outbox-handler', pattern: 'functions/src/outbox/handler.ts' },
  { category: 'outbox-drain-due', pattern: 'functions/src/outbox/drain-due.ts' },
];

const toElements = (...types) => ({ to: { element: { types: { anyOf: types } } } });
const toFiles = (...of) => ({ to: { file: { categories: { anyOf: of } } } });

/** Additional laws of some elements. A test may use every room: it looks at what one of them does from outside. */
const moreLaw = {
  // The version is defined in one place.
  'functions-settings': [{ from: { element: { type: 'functions-settings' } }, allow: toFiles('manifest') }],
  ...Object.fromEntries(
    Object.entries(filesOfOutbox).map(([room, files]) => {
      const type = `functions-${room}`;
      return [type, [{ from: { element: { type } }, allow: toFiles(...files.map((file) => `outbox-${file}`)) }]];
    }),
  ),
  'web-features': [
    {
      from: { element: { type: 'web-features' } },
      allow: {
        to: { element: { type: 'web-features', captured: { feature: '{{from.element.captured.feature}}' } } },
      },
    },
  ],
  agent: [
    {
      from: { file: { categories: { anyOf: ['agent-test'] } } },
      allow: toElements('agent', ...roomsOf('agent')),
    },
    // How much a run takes of its long suites is said once, for all packages.
    { from: { file: { categories: { anyOf: ['agent-test'] } } }, allow: toFiles('sample') },
    { from: { element: { types: { anyOf: ['agent-testing', 'agent-security'] } } }, allow: toFiles('sample') },
  ],
  functions: [
    {
      from: { file: { categories: { anyOf: ['functions-test'] } } },
      allow: toElements('contract', 'functions', 'functions-testing', 'functions-acceptance', ...roomsOf('functions')),
    },
    { from: { file: { categories: { anyOf: ['functions-test'] } } }, allow: toFiles('sample') },
  ],
  // Ports are given in one place, so that no two runs get the same; and one place knows how the Auth emulator signs up.
  e2e: [{ from: { element: { type: 'e2e' } }, allow: toFiles('sample', 'stack-ports', 'stack-accounts') }],
  // Which secrets a deploy makes is said in one place.
  bench: [
    { from: { element: { type: 'bench' } }, allow: toFiles('deployed-secrets', 'stack-ports', 'stack-accounts') },
  ],
};

/** What one element may import. Each has a block of its own, since the plugin tries every policy on every import. */
function importLaw({ type, pattern }) {
  const allowed = allowedImports[type];
  const own = allowed && {
    from: { element: { type } },
    allow: toElements(...(type === 'web-features' ? allowed : [type, ...allowed])),
  };
  const policies = [
    { allow: { to: { module: { origin: 'external' } } } },
    { allow: { to: { module: { origin: 'core' } } } },
    ...(own ? [own] : []),
    ...Object.entries(moreLaw).flatMap(([of, more]) => (type === of || type.startsWith(`${of}-`) ? more : [])),
  ];
  return {
    files: [/\.\{/.test(pattern) ? pattern : `${pattern}/${code}`],
    plugins: { boundaries },
    settings: {
      'import/resolver': { node: { extensions: ['.ts', '.tsx', '.js', '.mjs'] } },
      'boundaries/elements': elements,
      'boundaries/files': categories,
    },
    rules: { 'boundaries/dependencies': ['error', { default: 'disallow', policies }] },
  };
}

export default defineConfig(
  { ignores: ['**/node_modules/**', '**/dist/**', 'functions/lib/**', '**/.countersign/**'] },
  { files: [code], languageOptions: { parser: outlineParser } },
  // The narrowest comes last, because the last one counts.
  ...elements.toReversed().map(importLaw),
  {
    files: [code],
    plugins: { imports: { rules: { 'no-cycle': noImportCycle } } },
    rules: { 'imports/no-cycle': 'error' },
  },
  {
    // Vitest's own limit for these is one second, and unlike that of expect.poll it cannot be set for all tests.
    files: ['{contract,functions,agent,dev,e2e,bench,web}/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'CallExpression[callee.object.name=vi][callee.property.name=/^wait(For|Until)$/][arguments.length<2]',
          message: 'Name a limit that a busy machine keeps: its own is a second.',
        },
      ],
    },
  },
  {
    // The contract depends on zod alone: everybody else depends on it.
    files: ['contract/src/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: 'Literal[value!=/^(zod\\u002Fmini$|\\.{1,2}\\u002F)/]', message: 'contract imports zod/mini only' },
      ],
    },
  },
);
