import * as z from 'zod/mini';
import { JSON_DEPTH_LIMIT } from './constants.ts';

/** Anything, but not so deep that a program which walks through it runs out of stack. */
export const json = z
  .unknown()
  .check(
    z.refine((value) => !isDeeper(value, JSON_DEPTH_LIMIT), `Nested too deeply: ${JSON_DEPTH_LIMIT} levels at most`),
  );

/** Level by level: calling itself, it would run out of stack where it is to prevent that. */
function isDeeper(value: unknown, limit: number): boolean {
  let level = [value].filter(isNested);
  for (let depth = 0; depth < limit; depth += 1) {
    level = level.flatMap((one): unknown[] => Object.values(one)).filter(isNested);
  }
  return level.length > 0;
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;
