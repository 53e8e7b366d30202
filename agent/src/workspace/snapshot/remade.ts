// What is not saved with a task: it is large, and tools make it again. A setup command is run again for it.

/** Folders of a workspace, wherever they are: packages, builds and caches. */
export const REMADE_FOLDERS: ReadonlySet<string> = new Set([
  'node_modules',
  'bower_components',
  '.venv',
  'venv',
  '__pycache__',
  '.tox',
  '.gradle',
  '.cache',
  '.next',
  '.turbo',
  'target',
]);

/** In the home: downloads, logs and the like, which package managers keep for themselves. */
export const HOME_CACHES = [
  '.cache',
  '.npm',
  '.bun',
  '.gradle/daemon',
  '.gradle/native',
  '.local/share/NuGet',
  '.local/share/pnpm/store',
  '.rustup/downloads',
  '.rustup/tmp',
];

/**
 * In the home: packages and compilers that programs use where they lie. For some languages they are all that a setup
 * command makes. Configuration beside them, such as `.m2/settings.xml` or `.cargo/bin`, is saved.
 */
export const HOME_PACKAGES = [
  '.m2/repository',
  '.m2/wrapper',
  '.gradle/caches',
  '.gradle/wrapper',
  '.gradle/jdks',
  '.ivy2/cache',
  '.cargo/registry',
  '.cargo/git',
  '.rustup/toolchains',
  'go/pkg',
  '.yarn/berry',
  '.nuget/packages',
  '.local/share/virtualenvs',
];
