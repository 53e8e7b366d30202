import { pathMatcher } from './name-list.ts';

/*
 * Names of files that are more than files of the project: the server judges requests by them, and a runner names them
 * first among changes. `pathMatcher` says how the lists are read; the names are as
 * tools document them, with `*` where a tool accepts variants. A file whose name is missing here passes unread.
 */

/** Places where keys, tokens and passwords are usually kept. */
const secrets = pathMatcher(
  [
    // The environment, with everything by which services are reached.
    '.env* *.env *.env.local *.tfvars *.tfvars.json terraform.tfstate* *.tfstate *.tfstate.backup local.settings.json environ',
    // Logins of tools.
    '.git/config .git/credentials .netrc _netrc .npmrc .yarnrc.yml .pypirc .git-credentials .gitcookies .htpasswd* .pgpass .my.cnf .vault-token .vault_pass* .dockercfg',
    '.dockerconfigjson .boto .s3cfg .terraformrc terraform.rc .codex/auth.json .composer/auth.json opencode/auth.json oauth_creds.json gh/hosts.yml .m2/settings.xml .gradle/gradle.properties rclone.conf kubeconfig kubeconfig.* kubeconfig-* *.kubeconfig authorized_keys shadow gshadow wallet.dat',
    'htpasswd netrc pgpass.conf cookies.txt',
    // What was typed, including passwords.
    '.*_history',
    // Obvious by their names.
    'credentials *credentials.json credentials*.json credentials*.csv credentials*.toml credentials*.ini credentials*.y*ml *credentials.y*ml',
    'secrets secret.json secret.y*ml *secrets*.json *secrets*.y*ml *secrets*.toml *secrets*.txt *passwords*.txt client_secret*.json *adminsdk*.json wp-config.php',
    '*service-account*.json *service_account*.json *serviceaccount*.json',
    'password.txt secret.txt secret_key.txt secret-key.txt token.txt *_token.txt *-token.txt apikey.txt api_key.txt api-key.txt creds.txt *creds.json *creds.y*ml',
    // Keys.
    'id_rsa* id_dsa* id_ecdsa* id_ed25519* master.key *.pem *.key *.p8 *.p12 *.pfx *.pkcs12 *.der *.jks *.keystore *.kdbx *.ppk *.gpg',
    '*.age *.enc *.ovpn *.keytab key.properties keystore.properties',
  ].join(' '),
);
/** Similar names of files that anybody may read. */
const examples = pathMatcher('*.example *.sample *.template *.dist *.pub');
const secretFolders = pathMatcher('.ssh/ .aws/ .azure/ .gnupg/ .kube/ .docker/ gcloud/ .password-store/ .secrets/');

/** Files, and folders of files, that decide what runs, each with what changing them does. */
const deciding = (
  [
    ['Writes into .git, whose hooks and configuration name programs to run', '.git/'],
    ['Changes who has to review changes, or the key by which signed notes are checked', 'codeowners countersign.pub'],
    [
      'Changes hooks, which run automatically',
      '.husky/ .githooks/ pre-commit commit-msg prepare-commit-msg pre-push pre-rebase post-commit post-checkout post-merge post-rewrite ' +
        // The rest of git's own list; `update` alone would be too ordinary.
        'pre-merge-commit applypatch-msg pre-applypatch post-applypatch pre-receive hooks/update proc-receive post-receive post-update ' +
        'reference-transaction push-to-checkout pre-auto-gc sendemail-validate fsmonitor-watchman p4-changelist p4-prepare-changelist ' +
        'p4-post-changelist p4-pre-submit post-index-change lint-staged* .lintstagedrc*',
    ],
    [
      'Changes how git works here, which can name programs to run',
      '.gitattributes .gitmodules .gitconfig .lfsconfig .pre-commit-* lefthook* .lefthook* .overcommit.y*ml',
    ],
    [
      'Changes what runs when it is pushed or deployed',
      // Pipelines.
      '.github/ .gitlab/ .circleci/ .buildkite/ .woodpecker/ .drone/ .ci/ .forgejo/ .gitea/ .travis/ .azure-pipelines/ .teamcity/ ' +
        '.gitlab-ci* *.gitlab-ci.y*ml .travis.y*ml .drone* drone.y*ml .woodpecker* azure-pipelines* bitbucket-pipelines* jenkinsfile* *.jenkinsfile dangerfile* ' +
        'appveyor* .appveyor* cloudbuild* buildspec* appspec.y*ml codemagic* .cirrus* .semaphore/ .bitrise* bitrise.y*ml wercker.y*ml renovate.json* ' +
        // Where it is deployed, and with which rights.
        'netlify.toml vercel.json now.json firebase.json .firebaserc firestore.rules storage.rules database.rules.json wrangler.* fly*.toml ' +
        'render.y*ml railway.* nixpacks.toml heroku.y*ml procfile* serverless*.y*ml samconfig.toml cdk*.json pulumi*.y*ml *.tf *.tf.json *.hcl ' +
        '*.bicep skaffold* tiltfile* chart.y*ml helmfile* kustomization.y*ml ansible.cfg playbook*.y*ml',
    ],
    [
      'Changes what is installed, or run when the project is built and tested',
      // Any tool's lock files, and what is already installed.
      '*.lock *.lockb *-lock.json *-lock.y*ml *.lock.json *.lockfile node_modules/ bower_components/ site-packages/ venv/ .venv/ __pycache__/ ' +
        'patches/*.patch ' +
        // Node and similar.
        'package.json package.json5 package.y*ml npm-shrinkwrap.json pnpm-*.y*ml .pnpmfile.* pnpmfile.* .pnp.* .yarn/ .yarnrc* bunfig.toml ' +
        'deno.json* jsr.json import_map.json import-map.json turbo.json* nx.json lerna.json rush.json angular.json nest-cli.json nodemon.json ' +
        'gulpfile* gruntfile* jakefile* cakefile gatsby-node.* plopfile* *.gyp *.gypi ' +
        // Python.
        'setup.py setup.cfg hatch_build.py pdm_build.py versioneer.py pyproject*.toml tox.ini pytest.ini noxfile* conftest.py *requirements*.txt *requirements*.in requirements/*.txt ' +
        'requirements/*.in constraints*.txt pipfile* environment*.y*ml pdm.toml poetry.toml uv.toml pixi.toml sitecustomize.py usercustomize.py *.pth ' +
        // Ruby, PHP, Perl.
        'gemfile* gems.rb gems.locked *.gemspec extconf.rb rakefile* *.rake config.ru podfile* *.podspec composer*.json phpunit*.xml* cpanfile* ' +
        'build.pl ' +
        // Rust, Go, Swift, C, C++.
        'cargo.toml build.rs .cargo/ rust-toolchain* go.mod go.sum go.work* magefile* package.swift package@*.swift package.resolved *.xcodeproj/ ' +
        '*.xcworkspace/ *.xcconfig makefile* gnumakefile* *.mk *.mak cmakelists.txt cmake*presets.json *.cmake meson.build meson_options.txt ' +
        'meson.options configure.ac configure.in *.m4 conanfile* vcpkg*.json premake*.lua xmake.lua build.zig* *.ninja sconstruct* sconscript* wscript ' +
        '*.bazel *.bzl .bazelrc ' +
        // JVM, .NET, and other languages.
        'pom*.xml build.xml ivy*.xml *.gradle *.gradle.kts gradlew* gradle.properties gradle-wrapper.* *.versions.toml buildsrc/ mvnw* .mvn/ *.sbt ' +
        'build.sc build.mill* project/*.scala project/build.properties project.clj deps.edn bb.edn shadow-cljs.edn *.proj *.*proj *.props *.targets ' +
        '*.sln *.slnx global.json nuget.config packages.config mix.exs config/config.exs config/runtime.exs config/dev.exs config/prod.exs config/test.exs rebar.config* *.cabal cabal.project* stack.y*ml dune-project ' +
        '*.opam pubspec* dub.json dub.sdl setup.hs setup.lhs shard.yml *.rockspec *.nimble *.nims ' +
        // Tools for any language, containers, and versions of tools.
        'justfile* .justfile *.just taskfile* dockerfile* *.dockerfile containerfile* docker-compose* compose.y*ml compose.*.y*ml compose-*.y*ml ' +
        'docker-bake* vagrantfile* earthfile* devfile.y*ml devcontainer.json *.nix devbox.json devenv.y*ml .nvmrc .node-version .python-version ' +
        '.ruby-version .tool-versions mise*.toml .mise* .gitpod*',
    ],
    [
      'Changes settings of an editor, a shell or an agent',
      '.vscode/ .idea/ .devcontainer/ .devcontainer.json .claude/ .codex/ .cursor/ .gemini/ .opencode/ .windsurf/ .zed/ .roo/ .cline/ .continue/ .kiro/ .junie/ ' +
        '.amazonq/ .trae/ .augment/ .agents/ .agent/ .run/ .fleet/ .vs/ .nvim/ ' +
        '.mcp.json mcp.json claude.md claude.*.md agents.md agents.*.md agent.md gemini.md gemini.*.md qwen.md warp.md crush.md codebuddy.md iflow.md replit.md skill.md copilot-instructions.md ' +
        'opencode.json* .cursorrules .windsurfrules .clinerules* .roomodes .goosehints .aider* ' +
        '.bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin .inputrc .editorconfig.local ' +
        '*.code-workspace *.sublime-project .exrc .vimrc .nvimrc .nvim.lua .dir-locals.el',
    ],
  ] as const
).map(([why, list]) => ({ why, isOne: pathMatcher(list) }));

/**
 * Named like such a file, but a text or source that no tool takes for one: `docs/docker-compose.md`, `dockerfile.ts`.
 * Names whose tool accepts a program are not listed.
 */
const isAbout =
  /^\.?(?:lefthook|azure-pipelines|bitbucket-pipelines|jenkinsfile|appveyor|cloudbuild|buildspec|codemagic|wrangler|railway|procfile|skaffold|tiltfile|kubeconfig|makefile|gnumakefile|taskfile|dockerfile|containerfile|docker-compose|docker-bake|justfile|vagrantfile|earthfile|pipfile|gemfile|podfile).*\.(?:mdx?|rst|adoc|[cm]?[jt]sx?|py|go|java|kt|rs|cs|rb|php|swift|scala)$/i;

/**
 * Names that say too little to judge: they may be the project's own, or decide what runs. No pattern matches them. Some
 * of them are also words of commands.
 */
const doubtful = pathMatcher(
  // Hidden files and folders, settings that are code, shell scripts.
  '.*/ *.config.*/ *.config *.conf.* *.workspace.* *.sh *.bash *.zsh *.fish *.csh *.ksh *.nu *.bat *.cmd *.ps1 *.psm1 *.vbs *.command ' +
    'webpack.*js webpack.*ts rollup.*js rollup.*ts config-overrides.* ember-cli-build.* brocfile.* ' +
    // Targets, plug-ins and steps of tools that give them ordinary names.
    'project.json workspace.json app.json app.y*ml action.y*ml template.y*ml *pipeline*.y*ml book.toml mkdocs.y*ml conf.py tasks.py fabfile.py ' +
    'dodo.py manage.py *.timer cron.y*ml deployment*.y*ml k8s/ kubernetes/*.y*ml helm/*.y*ml charts/*.y*ml manifests/*.y*ml ' +
    // Files without an extension that are run, or say what is built.
    'build workspace configure bootstrap dune buck description namespace artisan crontab',
);

/**
 * Names that are also those of a key, a token or a password, or of settings that often have some: no pattern matches
 * them, and no command that a rule covers may name them.
 */
const unclear = pathMatcher(
  'auth.json login.json logins.json token.json cred.json cred.y*ml sa.json *-sa.json *.asc *.service key.json *-key.json *_key.json apikey.json api_key.json password passwords secret token apikey api_key ' +
    'creds env env.production env.staging env.development env.json vault.y*ml database.y*ml local_settings.py appsettings.*.json my.cnf *.har',
);

/** Whether a file may hold secrets, by its name. */
export const mayHoldSecrets = (segments: readonly string[]) => unclear(segments) || holdsSecrets(segments);

/** What editors and people add to the name of a copy. */
const copied = /(?:\.(?:bak|backup|old|orig|save|swp|copy)|~)$/i;
/** The name of what a file is a copy of, by its name, or its own. */
export const originalOf = (name: string) => name.replace(copied, '');
/** Below a folder of secrets: what is no source, such as `secrets/db_password`. */
const plainText = /^(?:[^.]+|.*\.(?:txt|json|ya?ml|toml|ini|conf|cfg|properties))$/i;

/** True for a place where secrets are usually kept. */
export function holdsSecrets(segments: readonly string[]): boolean {
  const [name = '', ...folders] = segments.toReversed();
  if (secretFolders(segments) || (plainText.test(name) && folders.some((folder) => /^secrets?$/i.test(folder))))
    return true;
  const original = [...segments.slice(0, -1), originalOf(name)];
  return secrets(original) && !examples(original) && !isAbout.test(name);
}

/** Why writing there does more than change a file of the project; null where it does not. */
export function whyDelicate(segments: readonly string[]): string | null {
  // Its folder may still decide what runs.
  const named = isAbout.test(segments.at(-1) ?? '') ? [...segments.slice(0, -1), ''] : segments;
  const found = deciding.find(({ isOne }) => isOne(named));
  if (found) return found.why;
  return holdsSecrets(segments) ? 'Writes to a file in which secrets are kept' : null;
}

/** Whether a file is, or may be, more than one of the project: no pattern matches it, whatever the pattern says. */
export function isDelicate(segments: readonly string[]): boolean {
  return doubtful(segments) || unclear(segments) || whyDelicate(segments) !== null;
}

/**
 * What a person means by the files of a folder: sources, texts and pictures, by their ending or well-known name. Any other
 * name may be that of settings or data, by which some tool, here or elsewhere, decides what it does or signs in.
 */
const plain =
  /(?:[^.]\.(?:[cm]?[jt]sx?|vue|svelte|astro|html?|css|s[ac]ss|less|mdx?|rst|adoc|txt|sql|proto|graphql|gql|pyi?|rb|erb|php|go|rs|java|kt|scala|swift|dart|cs|fs|vb|c|h|cc|hh|cpp|hpp|m|mm|exs?|heex|erl|hs|elm|mli?|clj[cs]?|lua|pl|pm|r|jl|zig|svg|png|jpe?g|gif|webp|ico|woff2?)|^(?:readme|changelog|licen[cs]e|notice|authors|contributors|copying))$/i;
/** Whether a file of this name, given without its folder, is one of those. */
export const isPlainByName = (name: string) => plain.test(name);

/** Endings of texts and sources. Others, e.g. of `example.com` and `conf.d`, are also those of folders. */
const fileEnding =
  /[^/]\.(?:[cm]?[jt]sx?|vue|svelte|html?|css|s[ac]ss|less|mdx?|rst|adoc|txt|log|json[5c]?|ya?ml|toml|ini|cfg|xml|csv|tsv|sql|proto|graphql|py|rb|php|go|rs|java|kts?|scala|swift|cs|fs|c|h|cc|hh|cpp|hpp|ex|exs|erl|hs|lua|pl|r|sh|bash)$/i;

/** Whether this is no folder, by its name. */
export const isFileByName = (path: string) => fileEnding.test(path);
