import { mkdirSync } from 'node:fs';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { listen, type Listening } from '../lib/listen.ts';
import { callerOf } from './access.ts';
import { serveGit } from './http-backend.ts';
import { showRepository } from './repository-page.ts';
import { findRepository } from './repository.ts';
import { restApi, showPull } from './rest.ts';
import { seedRepositories } from './seed-repositories.ts';

export interface GitHostOptions {
  /** Bare repositories are kept in it as `<owner>/<name>.git`. */
  folder: string;
  /** Personal access tokens that open private repositories and allow pushes. */
  tokens: readonly string[];
  /** Lets anybody push to public repositories, which GitHub does not, so that the demo needs no token. */
  anonymousPush?: boolean;
  /** Starts with the demo's repositories, unless this is false. */
  isSeeded?: boolean;
}

/** A git host on a port of 127.0.0.1 (0: any) that behaves like GitHub, to git and to REST clients. */
export async function startGitHost(port: number, options: GitHostOptions): Promise<Listening> {
  mkdirSync(options.folder, { recursive: true });
  if (options.isSeeded !== false) await seedRepositories(options.folder);
  return listen(createGitHost(options), port);
}

function createGitHost({ folder, tokens, anonymousPush = false }: GitHostOptions): Express {
  const app = express();
  app.use('/api/v3', restApi(folder, tokens));
  app.get('/:owner/:name/pull/:number', (req, res) => showPull(folder, req, res));
  app.get('/:owner/:name', (req, res) => showRepository(folder, req, res));
  // `name.git` and `name` are the same repository, as on GitHub.
  app.use('/:owner/:name', guard, (req, res) => {
    const { owner, name } = req.params;
    req.url = `/${owner}/${bare(String(name))}.git${req.url}`;
    serveGit(folder, req, res);
  });
  return app;

  /** Anybody may read a public repository; everything else needs a token that the host knows. */
  function guard(req: Request, res: Response, next: NextFunction): void {
    const repository = findRepository(folder, String(req.params.owner), bare(String(req.params.name)));
    const caller = callerOf(req, tokens);
    if (!repository) return void res.status(404).type('text/plain').send('Repository not found.\n');
    const open = !repository.settings.private && (anonymousPush || !isPush(req)) && caller !== 'unknown';
    if (open || caller === 'known') return next();
    res.set('WWW-Authenticate', 'Basic realm="GitHub"').status(401).type('text/plain');
    res.send('Invalid username or token.\n');
  }
}

function isPush(req: Request): boolean {
  return req.query.service === 'git-receive-pack' || req.path.endsWith('/git-receive-pack');
}

function bare(name: string): string {
  return name.replace(/\.git$/, '');
}
