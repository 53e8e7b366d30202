/** Reads `git ls-remote`, whose patterns also find refs that only end like them: callers look for the whole name. */
export function refsIn(answer: string): { ref: string; commit: string }[] {
  return answer.split('\n').flatMap((line) => {
    const [, commit = '', ref = ''] = /^([0-9a-f]{40})\t(.+)$/.exec(line) ?? [];
    return ref === '' ? [] : [{ ref, commit }];
  });
}

/** The commit of the ref with exactly this name; null where there is none. */
export const commitIn = (answer: string, ref: string): string | null =>
  refsIn(answer).find((one) => one.ref === ref)?.commit ?? null;
