// The import law of ARCHITECTURE.md is a lint error here, not advice.
import js from '@eslint/js';
import boundaries from 'eslint-plugin-boundaries';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import ts from 'typescript-eslint';

const code = '**/*.{ts,tsx,js,mjs}';

/** Each element may import itself, packages, and what is named here. */
const allowedImports = {
  contract: [],
  functions: ['contract'],
  agent: ['contract'],
  dev: ['contract'],
  e2e: ['contract'],
  bench: ['contract'],
  'web-app': ['web-pages', 'web-features', 'web-ui', 'web-lib', 'contract'],
  'web-pages': ['web-features', 'web-ui', 'web-lib', 'contract'],
  'web-features': ['web-ui', 'web-lib', 'contract'],
  'web-ui': ['web-lib', 'contract'],
  'web-lib': ['contract'],
};

const importLaw = {
  plugins: { boundaries },
  settings: {
    'import/resolver': { node: { extensions: ['.ts', '.tsx', '.js', '.mjs'] } },
    'boundaries/elements': [
      { type: 'web-app', pattern: 'web/src/*.{ts,tsx}', partialMatch: false },
      { type: 'web-app', pattern: 'web/src/app' },
      { type: 'web-pages', pattern: 'web/src/pages' },
      { type: 'web-features', pattern: 'web/src/features/*', capture: ['feature'] },
      { type: 'web-ui', pattern: 'web/src/ui' },
      { type: 'web-lib', pattern: 'web/src/lib' },
      { type: 'contract', pattern: 'contract' },
      { type: 'functions', pattern: 'functions' },
      { type: 'agent', pattern: 'agent' },
      { type: 'dev', pattern: 'dev' },
      { type: 'e2e', pattern: 'e2e' },
      { type: 'bench', pattern: 'bench' },
    ],
  },
  rules: {
    'boundaries/dependencies': [
      'error',
      {
        default: 'disallow',
        policies: [
          { allow: { to: { module: { origin: 'external' } } } },
          { allow: { to: { module: { origin: 'core' } } } },
          ...Object.entries(allowedImports).map(([from, to]) => ({
            from: { element: { type: from } },
            allow: { to: { element: { types: { anyOf: from === 'web-features' ? to : [from, ...to] } } } },
          })),
          {
            from: { element: { type: 'web-features' } },
            allow: {
              to: { element: { type: 'web-features', captured: { feature: '{{from.element.captured.feature}}' } } },
            },
          },
        ],
      },
    ],
  },
};

export default ts.config(
  { ignores: ['**/node_modules/**', '**/dist/**', 'functions/lib/**', '**/.countersign/**'] },
  js.configs.recommended,
  ...ts.configs.recommended,
  { languageOptions: { globals: { ...globals.node } } },
  {
    files: ['web/src/**/*.{ts,tsx}'],
    ...reactHooks.configs.flat['recommended-latest'],
    languageOptions: { globals: { ...globals.browser } },
  },
  { files: [code], ...importLaw },
  {
    files: [code],
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    // The contract depends on zod alone: everybody else depends on it.
    files: ['contract/src/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [{ regex: '^(?!zod/mini$|\\./)', message: 'contract imports zod/mini only' }] },
      ],
    },
  },
);
