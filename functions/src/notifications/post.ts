import type { LookupAddress } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { within } from '../lib/within.ts';
import { env } from '../settings/env.ts';
import { publicAddressesOf, type Resolve } from './public-address.ts';

export interface Posted {
  status: number;
  /** What Retry-After says, if it says a number. */
  retryAfterSeconds: number | null;
}

export interface Message {
  headers: Record<string, string>;
  body: Buffer | string;
}

/**
 * Posts to an address of a user's, at one of the addresses that were looked at and no other. A redirect is an answer like others, nobody
 * follows it; of an answer nothing is read but its beginning. Throws RefusedAddress, or an Error where there is no answer.
 */
export async function post(address: string, { headers, body }: Message, resolve?: Resolve): Promise<Posted> {
  const url = new URL(address);
  const answerMs = env().PUSH_ANSWER_SECONDS * 1000;
  const addresses = await within(answerMs, publicAddressesOf(url, resolve));
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((done, fail) => {
    const options = {
      method: 'POST',
      headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)) },
      agent: false,
      lookup: answering(addresses),
      signal: AbortSignal.timeout(answerMs),
    } as const;
    const sent = request(url, options, (response) => {
      const seconds = Number(response.headers['retry-after'] ?? Number.NaN);
      done({ status: response.statusCode ?? 0, retryAfterSeconds: Number.isFinite(seconds) ? seconds : null });
      response.destroy();
    });
    sent.on('error', fail);
    sent.end(body);
  });
}

type Answered = (error: null, address: string | LookupAddress[], family?: number) => void;

/** Stands in for the look-up of a connection: the addresses are known, and checked. */
function answering(addresses: LookupAddress[]) {
  return (_host: string, { all }: { all?: boolean | undefined }, answered: Answered): void => {
    const [first] = addresses;
    if (all || !first) answered(null, addresses);
    else answered(null, first.address, first.family);
  };
}
