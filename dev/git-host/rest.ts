import express, { Router, type ErrorRequestHandler, type Request, type Response } from 'express';
import { messageOf } from '../lib/errors.ts';
import { callerOf } from './access.ts';
import { createPull, followBranches, listPulls, pullPage, updatePull, ValidationFailed } from './pulls.ts';
import { asDescribed } from './as-described.ts';
import { branchHead, findRepository, type Repository } from './repository.ts';
import { pullJson, refJson, repositoryJson } from './rest-json.ts';

/**
 * The part of GitHub's REST API that publishing needs, as GitHub describes it; mounted at /api/v3, as on a GitHub
 * Enterprise server.
 */
export function restApi(root: string, tokens: readonly string[]): Router {
  const api = Router();
  api.use(express.json());
  api.use(asDescribed());
  api.use((req, res, next) => {
    if (callerOf(req, tokens) === 'unknown') res.status(401).json({ message: 'Bad credentials' });
    else next();
  });

  api.get('/repos/:owner/:name', (req, res) => {
    const repository = visibleRepository(req, res);
    if (repository) res.json(repositoryJson(req, tokens, repository));
  });
  api.get('/repos/:owner/:name/pulls', async (req, res) => {
    const repository = visibleRepository(req, res);
    const pick = (key: string) => (typeof req.query[key] === 'string' ? req.query[key] : undefined);
    const query = { head: pick('head'), base: pick('base'), state: pick('state') };
    if (!repository) return;
    await followBranches(root, repository);
    const pulls = listPulls(repository, query).map((pull) => pullJson(req, tokens, repository, pull));
    res.json(await Promise.all(pulls));
  });
  api.post('/repos/:owner/:name/pulls', async (req, res) => {
    const repository = visibleRepository(req, res);
    if (!repository || !mayWrite(req, res)) return;
    await followBranches(root, repository);
    const pull = await createPull(root, repository, req.body);
    res.status(201).json(await pullJson(req, tokens, repository, pull));
  });
  api.patch('/repos/:owner/:name/pulls/:number', async (req, res) => {
    const repository = visibleRepository(req, res);
    if (!repository || !mayWrite(req, res)) return;
    await followBranches(root, repository);
    const pull = updatePull(root, repository, Number(req.params.number), req.body);
    if (!pull) return void res.status(404).json({ message: 'Not Found' });
    res.json(await pullJson(req, tokens, repository, pull));
  });
  api.get('/repos/:owner/:name/git/ref/heads/*branch', async (req, res) => {
    const repository = visibleRepository(req, res);
    if (!repository) return;
    const branch = [req.params.branch].flat().join('/');
    const sha = await branchHead(repository, branch);
    if (sha === undefined) res.status(404).json({ message: 'Not Found' });
    else res.json(refJson(req, repository, branch, sha));
  });
  api.use((_req, res) => void res.status(404).json({ message: 'Not Found' }));
  api.use(answerWithError);
  return api;

  function mayWrite(req: Request, res: Response): boolean {
    if (callerOf(req, tokens) === 'known') return true;
    res.status(401).json({ message: 'Requires authentication' });
    return false;
  }

  /** A private repository does not exist for those who may not see it. */
  function visibleRepository(req: Request, res: Response): Repository | undefined {
    const repository = findRepository(root, String(req.params.owner), String(req.params.name));
    if (repository && (!repository.settings.private || callerOf(req, tokens) === 'known')) return repository;
    res.status(404).json({ message: 'Not Found' });
    return undefined;
  }
}

/** A pull request's page for a person, where `html_url` leads. */
export async function showPull(root: string, req: Request, res: Response): Promise<void> {
  const repository = findRepository(root, String(req.params.owner), String(req.params.name));
  const pull = repository?.settings.pulls.find((one) => one.number === Number(req.params.number));
  if (!repository || !pull) return void res.status(404).type('text/plain').send('Not Found');
  res.type('text/plain').send(await pullPage(repository, pull));
}

const answerWithError: ErrorRequestHandler = (error: unknown, _req, res, _next) => {
  if (error instanceof ValidationFailed)
    res
      .status(422)
      .json({ message: error.message, errors: error.errors, documentation_url: 'https://docs.github.com/rest' });
  else res.status(500).json({ message: messageOf(error) });
};
