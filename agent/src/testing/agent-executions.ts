import { nanoid } from 'nanoid';
import { Refusal } from './refusal.ts';

/**
 * The start code of test runners. It stands for the platform, which makes a new code for every start: each new nonce
 * that comes with it begins another execution.
 */
const ANY_START = 'start-code-of-the-test';

/** One start of the container. */
export interface Execution {
  epoch: number;
  code: string;
  token: string;
  nonce: string | null;
  /** Its token has been used, so it is not handed out again. */
  isClosed: boolean;
  /** It has reported its end. */
  hasEnded: boolean;
}

/** The executions of the tests' one container; only the newest may report anything. */
export class Executions {
  private readonly all: Execution[] = [];

  /** Starts the container, or starts it again; returns the start code. */
  start(): string {
    const epoch = this.all.length + 1;
    const signature = Buffer.from(`signature-of-execution-${epoch}`).toString('base64url');
    const token = `eyJhbGciOiJIUzI1NiJ9.eyJjb250YWluZXIiOiJ0ZXN0In0.${signature}`;
    const code = `start-code-${nanoid()}`;
    this.all.push({ epoch, code, token, nonce: null, isClosed: false, hasEnded: false });
    return code;
  }

  /** Throws `unauthorized`. */
  exchange(code: string, nonce: string): Execution {
    const isRepeated = this.newest?.nonce === nonce;
    const asked = code === ANY_START ? (isRepeated ? this.newest?.code : this.start()) : code;
    const execution = this.newest;
    if (execution?.code !== asked || execution.hasEnded) throw new Refusal('unauthorized', 'This code is not valid');
    execution.nonce ??= nonce;
    if (execution.isClosed || execution.nonce !== nonce) throw new Refusal('unauthorized', 'This code has been used');
    return execution;
  }

  /** The execution that a token belongs to; its first call closes the exchange. Throws `unauthorized`. */
  authenticate(authorization = ''): Execution {
    const execution = this.all.find(({ token }) => authorization === `Bearer ${token}`);
    if (execution === undefined) throw new Refusal('unauthorized', 'This token opens nothing');
    execution.isClosed = true;
    return execution;
  }

  isCurrent = (execution: Execution): boolean => execution === this.newest && !execution.hasEnded;

  get newest(): Execution | undefined {
    return this.all.at(-1);
  }
}
