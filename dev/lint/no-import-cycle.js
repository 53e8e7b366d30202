import { existsSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { parseSync } from 'oxc-parser';

/**
 * ESLint rule: no file imports itself through other files. Type imports do not count, since they are gone at run time;
 * nor does `import()`, which runs later. Only relative imports are followed: the import law keeps packages apart.
 */
export const noImportCycle = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { cycle: 'This import leads back here: {{ files }}.' },
  },
  create: ({ cwd, filename, report }) => ({
    'ImportDeclaration, ExportNamedDeclaration[source], ExportAllDeclaration'(node) {
      if (isOfTypes(node)) return;
      const imported = fileOf(filename, node.source.value);
      const path = imported && pathBetween(imported, filename);
      if (!path) return;
      const files = [filename, ...path].map((file) => relative(cwd, file)).join(' → ');
      report({ node, messageId: 'cycle', data: { files } });
    },
  }),
};

/** The files of the shortest chain of imports from one file to another, both included; null if there is none. */
function pathBetween(from, to) {
  const importers = new Map([[from, null]]);
  for (const file of importers.keys()) {
    if (file === to) return chain(file, importers);
    for (const imported of importsOf(file)) if (!importers.has(imported)) importers.set(imported, file);
  }
  return null;
}

function chain(file, importers) {
  const importer = importers.get(file);
  return importer === null ? [file] : [...chain(importer, importers), file];
}

const known = new Map();

/** The files that a file imports by value. Read once per run. */
function importsOf(file) {
  if (!known.has(file)) known.set(file, readImports(file));
  return known.get(file);
}

function readImports(file) {
  const { program } = parseSync(file, readFileSync(file, 'utf8'));
  return program.body.flatMap((node) => {
    if (!node.source || isOfTypes(node)) return [];
    return fileOf(file, node.source.value) ?? [];
  });
}

const isOfTypes = ({ importKind, exportKind }) => importKind === 'type' || exportKind === 'type';

/** The code file that a relative import names; null for packages and for non-code. */
function fileOf(importer, specifier) {
  if (!/^\.\.?\/.*\.[cm]?[jt]sx?$/.test(specifier)) return null;
  const file = resolve(dirname(importer), specifier);
  return existsSync(file) ? file : null;
}
