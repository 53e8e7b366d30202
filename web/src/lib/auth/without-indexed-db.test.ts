import { afterEach, expect, it } from 'vitest';
import { withoutIndexedDb } from './without-indexed-db.ts';

afterEach(() => void Reflect.deleteProperty(globalThis, 'indexedDB'));

const seen = () => typeof indexedDB;

it.each(['a value', 'a getter'])('hides IndexedDB, which is %s of the browser, only while it calls', (kind) => {
  const database = {};
  const property = kind === 'a getter' ? { get: () => database } : { value: database };
  Object.defineProperty(globalThis, 'indexedDB', { ...property, configurable: true });
  expect(withoutIndexedDb(seen)).toBe('undefined');
  expect(indexedDB).toBe(database);
  const fail = () => {
    throw new Error('no');
  };
  expect(() => withoutIndexedDb(fail)).toThrow('no');
  expect(indexedDB).toBe(database);
});

it('leaves a browser without IndexedDB without it', () => {
  expect(withoutIndexedDb(seen)).toBe('undefined');
  expect('indexedDB' in globalThis).toBe(false);
});
