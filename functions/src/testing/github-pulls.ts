import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { serve } from './serve.ts';

interface Pull {
  number: number;
  html_url: string;
  state: string;
  merged_at: string | null;
  title: string;
  body: string;
  head: { ref: string; sha: string };
  base: { ref: string };
}

export interface TestPulls {
  url: string;
  pulls: Pull[];
  /** Every call received, e.g. `POST /repos/acme/hello/pulls Bearer …`. */
  asked: string[];
  /** The commit at the end of each branch. */
  tips: Record<string, string>;
  /** What happens to the next request to open or change a pull request: refused, or carried out and the reply lost. */
  next: 'refuse' | 'lose' | null;
  stop(): Promise<void>;
}

/** A GitHub with one repository that, like the real one, keeps one open pull request per branch and base. */
export async function startTestPulls(): Promise<TestPulls> {
  const pulls: Pull[] = [];
  const { url, close } = await serve((req, res) => void answer(req, res));
  const github: TestPulls = { url, pulls, asked: [], tips: {}, next: null, stop: close };
  return github;

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(req.url ?? '/', url);
    github.asked.push(`${req.method} ${pathname} ${req.headers.authorization ?? ''}`);
    const reply = (status: number, body: unknown) => void res.writeHead(status).end(JSON.stringify(body));
    const branch = /\/git\/ref\/heads\/(.+)$/.exec(pathname)?.[1];
    if (branch !== undefined) {
      const sha = github.tips[branch];
      return sha === undefined ? reply(404, { message: 'Not Found' }) : reply(200, { object: { sha } });
    }
    if (req.method === 'GET') {
      const head = searchParams.get('head')?.split(':')[1];
      return reply(200, pulls.filter((pull) => pull.head.ref === head).reverse());
    }
    const { title, body, head, base } = JSON.parse(await text(req)) as {
      title: string;
      body: string;
      head: string;
      base: string;
    };
    const { next } = github;
    github.next = null;
    if (next === 'refuse') return reply(403, { message: 'Resource not accessible by personal access token' });
    if (req.method === 'PATCH') {
      const changed = pulls.find((pull) => pathname.endsWith(`/pulls/${pull.number}`));
      return reply(200, Object.assign(changed ?? {}, { title, body }));
    }
    if (pulls.some((pull) => pull.head.ref === head && pull.base.ref === base && pull.state === 'open')) {
      return reply(422, { message: 'Validation Failed', errors: [{ message: 'A pull request already exists' }] });
    }
    const number = pulls.length + 1;
    const html_url = `${url}/acme/hello/pull/${number}`;
    const pull = {
      number,
      html_url,
      state: 'open',
      merged_at: null,
      title,
      body,
      head: { ref: head, sha: github.tips[head] ?? '' },
      base: { ref: base },
    };
    pulls.push(pull);
    if (next === 'lose') return void res.destroy();
    reply(201, pull);
  }
}
