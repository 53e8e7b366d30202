import { serve } from './serve.ts';

export interface TestGithub {
  url: string;
  /** The paths and Authorization headers received, in order. */
  asked: string[];
  /** Sets the status of its replies from now on. */
  answer(status: number): void;
  stop(): Promise<void>;
}

/** A GitHub that always gives the same reply, for testing how that is handled. */
export async function startTestGithub(): Promise<TestGithub> {
  const asked: string[] = [];
  let status = 200;
  const { url, close } = await serve((req, res) => {
    asked.push(`${req.url} ${req.headers.authorization}`);
    res.writeHead(status).end('{}');
  });
  return { url, asked, answer: (wanted) => void (status = wanted), stop: close };
}
