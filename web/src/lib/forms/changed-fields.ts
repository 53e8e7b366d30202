/**
 * The fields of `body` that differ from `before`: editing one field must not write back the others, which may be
 * outdated.
 */
export function changedFields<Body extends object>(body: Body, before: Body): Partial<Body> {
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(before[name as keyof Body]);
  return Object.fromEntries(Object.entries(body).filter(isChanged)) as Partial<Body>;
}
