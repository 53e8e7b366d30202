import * as z from 'zod/mini';
import { id, line, timestamp } from '../lib/primitives.ts';

/** Rules that one project may have. */
export const RULES_MAX = 50;
/** Days after which a rule expires: by default, and at most. */
export const RULE_DAYS_DEFAULT = 30;
export const RULE_DAYS_MAX = 365;
/** How many of a project's latest requests a rule is tried on before it is stored. */
export const PREVIEW_REQUESTS = 60;

/** What may follow the fixed words of a command: nothing, or names of files in the workspace. */
export const ruleRests = ['none', 'paths'] as const;
/** What may be done to a file; `edit` includes creating it. */
export const ruleActs = ['read', 'edit'] as const;

const word = z
  .string()
  .check(z.regex(/^[\w@+:,./= -]{1,200}$/, 'A word of a rule may have only letters, digits and @ + : , . / = -'));

/** A path in the workspace: `*` matches any part of one name, `**` any folders. */
const pathPattern = line('Path', 300).check(
  z.regex(/^(?!\/)[\w@+./*-]+$/, 'A path inside the workspace, such as src/**'),
  z.refine(
    (path: string) => path.split('/').every(isSegment),
    'A path has no empty name, no . or .., and ** only as a whole name',
  ),
);

function isSegment(segment: string): boolean {
  if (segment === '**') return true;
  return segment !== '' && segment !== '.' && segment !== '..' && !segment.includes('**');
}

/** What a rule lets pass: one simple command, word for word, or an act on files by their path. */
export const rulePattern = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('command'),
    words: z.array(word).check(z.minLength(1, 'A command is required'), z.maxLength(20, 'At most 20 words')),
    rest: z.enum(ruleRests),
  }),
  z.strictObject({ kind: z.literal('file'), act: z.enum(ruleActs), path: pathPattern }),
]);
export type RulePattern = z.infer<typeof rulePattern>;

/** What a pattern lets pass, in words, including what may vary. */
export function patternWords(pattern: RulePattern): string {
  if (pattern.kind === 'file') {
    const { act, path } = pattern;
    return act === 'read' ? `Reading ${path}` : `Creating and changing ${path}`;
  }
  const command = pattern.words.join(' ');
  return pattern.rest === 'none'
    ? `${command}, word for word`
    : `${command}, with or without files of the workspace after it`;
}

/** An owner's rule: matching requests of its project are approved as they are stored. */
export const rule = z.object({
  id,
  projectId: id,
  name: z.string(),
  /** One that is not a `rulePattern` is of a newer server: read as its kind, so that an older page survives it. */
  pattern: z.union([rulePattern, z.object({ kind: z.string() })]),
  /** Raised by each change; an item names the version that approved it. */
  version: z.number(),
  /** A matching command runs code that the agent can change, such as a script of package.json. */
  runsProjectCode: z.boolean(),
  /** Why it covers nothing any more: since it was written, more has to be asked each time. Null where it covers. */
  whyNothing: z.optional(z.nullable(z.string())),
  expiresAt: timestamp,
  timesUsed: z.number(),
  lastUsedAt: z.nullable(timestamp),
  createdAt: timestamp,
});
export type Rule = z.infer<typeof rule>;

const name = line('Name', 100);
const days = z
  .number()
  .check(
    z.int('Days are a whole number'),
    z.gte(1, 'At least one day'),
    z.lte(RULE_DAYS_MAX, `At most ${RULE_DAYS_MAX} days`),
  );

/** A new rule; it applies only to what is asked from then on. */
export const createRule = z.strictObject({
  name,
  pattern: rulePattern,
  expiresInDays: z._default(days, RULE_DAYS_DEFAULT),
});
export type CreateRule = z.input<typeof createRule>;

/** A change of a rule, which creates a new version of it: at least one field. */
export const updateRule = z
  .strictObject({ name: z.optional(name), pattern: z.optional(rulePattern), expiresInDays: z.optional(days) })
  .check(z.refine((value) => Object.keys(value).length > 0, 'Nothing to change'));
export type UpdateRule = z.input<typeof updateRule>;

/** How a rule would have answered the latest requests. */
export const previewRule = z.strictObject({ pattern: rulePattern });
export const rulePreview = z.object({
  /** How many requests were looked at. */
  of: z.number(),
  runsProjectCode: z.boolean(),
  matched: z.array(z.object({ id, taskId: id, title: z.string(), shown: z.string(), createdAt: timestamp })),
});
export type RulePreview = z.infer<typeof rulePreview>;

/** Rules that would cover a request; none where a person must decide each such request. */
export const ruleProposals = z.object({ patterns: z.array(rulePattern) });
