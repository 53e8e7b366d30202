import { expect, it, describe } from 'vitest';
import { toolCall } from '../testing/acts.ts';
import { judge } from './judge.ts';
import { isOfPattern } from './path-pattern.ts';

const listed = (text: string) => text.trim().split(/\s+/);

const secrets = listed(`
  .env .env.local .env-ci prod.env config/local.env a.env.local infra/prod.tfvars prod.auto.tfvars.json terraform.tfstate.backup
  .git/config .netrc .npmrc .pgpass .psql_history .codex/auth.json kubeconfig.yaml kubeconfig-prod credentials credentials.json credentials-prod.json aws-credentials.json
  secrets.prod.yaml service-account-prod.json my-service-account.json app-firebase-adminsdk-x.json client_secret_1.json
  htpasswd netrc pgpass.conf cookies.txt password.txt secret.txt token.txt deploy/github_token.txt api_key.txt creds.json aws-creds.yml
  server.key.bak .env~ certs/key.pem.old .server.key.swp secrets.json.orig secrets/db_password deploy/secrets/db.yml passwords.txt
  android/key.properties wp-config.php a.keytab .m2/settings.xml
  id_rsa id_rsa.old id_ed25519_work a.pem a.key a.p12 a.p8 a.jks a.ovpn config/credentials.yml.enc .ssh/config
`);
const deciding = listed(`
  countersign.pub CODEOWNERS docs/CODEOWNERS
  lefthook.yml lefthook.yaml lefthook.toml lefthook-local.yml hooks/pre-commit lint-staged.js .pre-commit-config.yaml
  hooks/pre-merge-commit hooks/applypatch-msg hooks/pre-applypatch hooks/post-applypatch hooks/pre-auto-gc hooks/reference-transaction
  hooks/post-index-change hooks/sendemail-validate hooks/fsmonitor-watchman hooks/p4-pre-submit hooks/update pre-receive .devcontainer.json
  azure-pipelines.yml azure-pipelines.yaml azure-pipelines-release.yml Jenkinsfile Jenkinsfile.release .gitlab-ci.yml ci/build.gitlab-ci.yml
  .drone.yml cloudbuild.prod.yaml firebase.json vercel.json fly.prod.toml Procfile Procfile.dev serverless.prod.yml main.tf a.tf.json a.hcl
  package.json npm-shrinkwrap.json package-lock.json pnpm-workspace.yaml .pnpmfile.cjs .yarnrc.yml bunfig.toml bun.lock deno.json deno.jsonc
  deno.lock turbo.json nx.json gulpfile.js gulpfile.mjs Gruntfile.js Gruntfile.cjs node_modules/a/index.js patches/a+1.0.0.patch
  setup.py setup.cfg pyproject.toml tox.ini noxfile.py conftest.py tests/conftest.py requirements.txt requirements-dev.txt dev-requirements.txt
  requirements/dev.txt requirements.in constraints.txt Pipfile Pipfile.lock environment.yml sitecustomize.py venv/lib/a.py
  Gemfile Gemfile.local a.gemspec Rakefile lib/tasks/a.rake composer.json phpunit.xml.dist
  Cargo.toml Cargo.lock build.rs rust-toolchain.toml go.mod go.sum go.work magefile.go Package.swift Package@swift-5.9.swift App.xcodeproj/a
  Makefile makefile GNUmakefile Makefile.inc rules.mk CMakeLists.txt CMakePresets.json cmake/a.cmake meson.build conanfile.py build.zig
  BUILD.bazel MODULE.bazel tools/a.bzl pom.xml build.gradle app/build.gradle.kts init.gradle gradlew libs.versions.toml buildSrc/src/A.kt
  build.sbt project/Build.scala deps.edn App.csproj App.fsproj Directory.Build.props Directory.Build.targets App.sln global.json
  mix.exs config/runtime.exs mix.lock rebar.config a.cabal pubspec.yaml pubspec.lock Podfile.lock
  Justfile Taskfile.yml Taskfile.dist.yaml Dockerfile Dockerfile.prod prod.Dockerfile Containerfile docker-compose.override.yml
  compose.yaml compose.override.yaml compose-dev.yml docker-bake.hcl Vagrantfile Earthfile flake.nix flake.lock shell.nix nix/a.nix mise.local.toml
  hatch_build.py pdm_build.py versioneer.py ext/a/extconf.rb Build.PL Setup.hs gatsby-node.js gatsby-node.mjs plopfile.js dangerfile.ts Dangerfile
  WARP.md CRUSH.md CODEBUDDY.md IFLOW.md replit.md
  CLAUDE.md CLAUDE.local.md AGENTS.md AGENTS.override.md GEMINI.md .mcp.json opencode.jsonc a.code-workspace .vimrc .claude/settings.json
`);
/** Names that may be the project's own: no pattern matches them, but a card says only that a file is changed. */
const doubtful = listed(`
  vite.config.ts webpack.config.js jest.config.cjs eslint.config.mjs babel.config.json postcss.config.cjs tailwind.config.ts next.config.mjs
  nuxt.config.ts astro.config.mjs rollup.config.js playwright.config.mts vitest.workspace.ts karma.conf.js webpack.prod.js rollup.build.mjs
  web.config run.sh tools/a.ps1 .hidden .eslintrc.js .envoy/a.yml docs/conf.py mkdocs.yml tasks.py manage.py project.json app.json app.yaml
  BUILD WORKSPACE configure ansible.service locales/en/auth.json book/a.asc
  gcp-key.json password secret token env env.production vault.yml config/database.yml local_settings.py appsettings.Production.json
  my.cnf a.har login.json logins.json sa.json cloud-sa.json cred.json cred.yml
  cron.yaml deployment.yaml deployment-web.yml k8s/base/web.yaml k8s/apply.ts kubernetes/web.yml helm/values.yaml charts/values.yml
  manifests/web.yaml
`);
const ordinary = listed(`
  README.md CHANGELOG.md LICENSE NOTICE docs/x.md docs/agents/guide.md docs/requirements.md docs/webpack.md docs/environment.md
  src/a.ts src/a.tsx src/a.test.ts src/index.js src/main.rs src/lib.rs src/main.go src/app.py src/settings.py src/Main.java src/A.cs src/a.ex
  test/a_test.exs tests/test_a.py spec/a_spec.rb src/PackageView.swift src/build.ts src/configure.ts src/workspace.ts src/build/a.ts
  src/hooks/use-a.ts src/credentials.ts src/secrets/a.ts src/token.ts src/password.ts src/env.ts templates/password_reset.txt src/database.ts src/environment.ts src/keys.ts src/composer.ts src/directory.ts src/update.ts
  src/vite-env.d.ts src/user.service.ts src/app.module.ts src/agent.ts src/agents/a.ts styles/main.css
  src/testing/dockerfile.ts docs/docker-compose.md docs/lefthook.md docs/wrangler.md src/TaskFile.ts src/railway.py pkg/kubeconfig/kubeconfig_test.go
  test/config/parser_test.exs public/index.html public/vite.svg src/schema.sql src/a.proto config/routes.rb src/charts/bar.tsx
`);
/** Settings and data: a tool, here or elsewhere, may do what they say, or they may hold what it signs in with. */
const settings = listed(`
  appsettings.json styles/tokens.json data/a.json data/packages.json locales/en.json tsconfig.json tsconfig.build.json
  ops/nightly.yaml src/schedule.yml deploy/web.toml accounts.csv robots.xml app.properties settings.ini src/__snapshots__/a.snap
`);

const isReached = (path: string) => isOfPattern('**', path.split('/'));
const risk = (toolKind: 'read' | 'edit', path: string) =>
  judge({ ...toolCall, toolKind, parameters: { path } }, null).level;

describe('no pattern reaches', () => {
  it.each([...secrets, ...deciding, ...doubtful])('%s', (path) => {
    for (const one of [path, path.toUpperCase(), path.toLowerCase(), `packages/a/${path}`]) {
      expect(isReached(one), one).toBe(false);
      expect(isOfPattern(one, one.split('/')), one).toBe(false);
    }
  });
});

describe('a pattern reaches', () => {
  it.each(ordinary)('%s', (path) => {
    expect(isReached(path)).toBe(true);
    expect(risk('read', path)).toBe('low');
    expect(risk('edit', path)).toBe('medium');
  });
});

describe('a pattern reaches, where it says the ending or the whole name,', () => {
  it.each(settings)('%s', (path) => {
    const segments = path.split('/');
    const [ending = ''] = /\.[^.]+$/.exec(path) ?? [];
    const folder = segments.slice(0, -1);
    for (const any of ['**', '**/*', '**/*.*', [...folder, '*'].join('/'), `**/${segments.at(-1)?.charAt(0)}*`])
      expect(isOfPattern(any, segments), any).toBe(false);
    for (const said of [path, `**/*${ending}`, [...folder, `*${ending}`].join('/')])
      expect(isOfPattern(said, segments), said).toBe(true);
    expect(risk('edit', path)).toBe('medium');
  });
});

it('a name without an ending is reached by its whole name, unless everybody knows it', () => {
  expect(['bin/run', 'Brewfile', 'src/LICENSE', 'README'].map(isReached)).toEqual([false, false, true, true]);
  expect(isOfPattern('bin/run', ['bin', 'run'])).toBe(true);
});

it('says of risk as much as the name does', () => {
  expect(secrets.filter((path) => risk('read', path) !== 'high')).toEqual([]);
  expect([...secrets, ...deciding].filter((path) => risk('edit', path) !== 'high')).toEqual([]);
  expect(doubtful.filter((path) => risk('edit', path) !== 'medium')).toEqual([]);
  expect(risk('read', '.env.example')).toBe('low');
  expect(risk('read', 'id_ed25519.pub')).toBe('low');
});

it('takes no longer for a name that is made to take long', () => {
  const begun = process.cpuUsage();
  const long = '-service-account'.repeat(60_000);
  expect(isReached(`${long}.md`)).toBe(true);
  expect(isReached(`${long}.json`)).toBe(false);
  expect(process.cpuUsage(begun).user / 1000).toBeLessThan(1_000);
});
