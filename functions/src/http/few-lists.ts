import type { Route } from '@countersign/contract';
import * as core from 'zod/v4/core';
import { Turns } from '../lib/turns.ts';
import type { Mount } from './route.ts';

/**
 * Lists of one user that an instance answers at a time, more than a page asks for: each may be of 4 MiB, which is
 * several times as much while it is read, and one user must not use up the memory of all.
 */
const LISTS_AT_ONCE = 8;
/** Milliseconds that a list waits for its turn. */
const PATIENCE_MS = 15_000;
const turns = new Turns({ perKey: LISTS_AT_ONCE, patienceMs: PATIENCE_MS });

/** Whether a route answers with a list in parts. */
export const isList = ({ query }: Pick<Route, 'query'>): boolean =>
  query instanceof core.$ZodObject && 'limit' in query._zod.def.shape;

/** Mounts like `mount`; of the lists of one user only a few are answered at a time. Those throw `rate_limited`, too. */
export function fewLists<C extends { userId: string }>(mount: Mount<C>): Mount<C> {
  return (route, useCase) =>
    mount(route, isList(route) ? (caller, input) => turns.take(caller.userId, () => useCase(caller, input)) : useCase);
}
