import { ApiError } from '@countersign/contract';
import { expect, it } from 'vitest';
import { fieldErrorsOf, issuesByField } from './server-issues.ts';

it('puts each complaint beside its field, the first one wins, the rest goes under the form', () => {
  const issues = [
    { path: ['name'], message: 'Name is required' },
    { path: ['name'], message: 'Name is too short' },
    { path: ['projectId'], message: 'No such project' },
    { path: [], message: 'Nothing to change' },
  ];
  expect(issuesByField(issues, ['name', 'status'])).toEqual({ name: 'Name is required', '': 'No such project' });
});

it('keeps complaints about fields that are called like something that every object has', () => {
  const issues = ['constructor', 'toString'].map((name) => ({ path: [name], message: `Wrong ${name}` }));
  expect(issuesByField(issues, ['constructor'])).toEqual({ constructor: 'Wrong constructor', '': 'Wrong toString' });
});

it('reads the complaints of a refused call', () => {
  const reply = {
    message: 'Check the fields',
    code: 'invalid',
    issues: [{ path: ['url'], message: 'Not an address' }],
  };
  expect(fieldErrorsOf(new ApiError(400, '', reply), ['url'])).toEqual({ url: 'Not an address' });
});

it('a failure about something else says nothing about fields', () => {
  expect(fieldErrorsOf(new TypeError('Failed to fetch'), ['url'])).toEqual({});
  expect(fieldErrorsOf(new ApiError(500, 'oops', null), ['url'])).toEqual({});
});
