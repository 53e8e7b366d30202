import * as z from 'zod/mini';
import { JSON_DEPTH_LIMIT } from './constants.ts';

/** Any JSON, but not nested so deeply that a program walking through it would exhaust its stack. */
export const json = z
  .unknown()
  .check(
    z.refine((value) => !isDeeper(value, JSON_DEPTH_LIMIT), `Nested too deeply: ${JSON_DEPTH_LIMIT} levels at most`),
  );

/** Level by level: a recursive version would itself exhaust the stack. */
function isDeeper(value: unknown, limit: number): boolean {
  let level = [value].filter(isNested);
  for (let depth = 0; depth < limit; depth += 1) {
    level = level.flatMap((one): unknown[] => Object.values(one)).filter(isNested);
  }
  return level.length > 0;
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;
