/** What an object holds under a name that somebody else chose; not what every object inherits, e.g. as `constructor`. */
export function own<Value>(of: Readonly<Partial<Record<string, Value>>>, name: string): Value | undefined {
  return Object.hasOwn(of, name) ? of[name] : undefined;
}
