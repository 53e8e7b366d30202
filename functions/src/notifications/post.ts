import type { LookupAddress } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { within } from '../lib/within.ts';
import { env } from '../settings/env.ts';
import { publicAddressesOf, type Resolve } from './public-address.ts';

export interface Posted {
  status: number;
  /** Retry-After, if it is a number. */
  retryAfterSeconds: number | null;
}

export interface Message {
  headers: Record<string, string>;
  body: Buffer | string;
}

/**
 * Posts to a user's address, at one of the IP addresses that were checked and no other. A redirect counts as any other
 * reply and is not followed; only the beginning of a reply is read. Throws RefusedAddress, or an Error where there is
 * no reply.
 */
export async function post(address: string, { headers, body }: Message, resolve?: Resolve): Promise<Posted> {
  const url = new URL(address);
  const answerMs = env().PUSH_ANSWER_SECONDS * 1000;
  const signal = AbortSignal.timeout(answerMs); // for looking its host up and for its answer together
  const addresses = await within(answerMs, publicAddressesOf(url, resolve));
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((done, fail) => {
    const options = {
      method: 'POST',
      headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)) },
      agent: false,
      lookup: answering(addresses),
      signal,
    } as const;
    const take = (response: IncomingMessage) => {
      const seconds = Number(response.headers['retry-after'] ?? Number.NaN);
      done({ status: response.statusCode ?? 0, retryAfterSeconds: Number.isFinite(seconds) ? seconds : null });
      response.destroy();
    };
    const sent = request(url, options, take);
    // An answer that wants another protocol (101) is no response to Node, which would only close the connection.
    sent.on('upgrade', (response, socket) => {
      take(response);
      socket.destroy();
    });
    sent.on('error', fail);
    // Whatever else ends the connection: the sweeper waits for each call.
    sent.on('close', () => fail(new Error('The connection was closed without an answer')));
    sent.end(body);
  });
}

type Answered = (error: null, address: string | LookupAddress[], family?: number) => void;

/** Replaces the connection's DNS lookup: the addresses are already known and checked. */
function answering(addresses: LookupAddress[]) {
  return (_host: string, { all }: { all?: boolean | undefined }, answered: Answered): void => {
    const [first] = addresses;
    if (all || !first) answered(null, addresses);
    else answered(null, first.address, first.family);
  };
}
