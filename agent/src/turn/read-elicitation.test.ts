import type { CreateElicitationRequest } from '@agentclientprotocol/sdk';
import { describe, expect, it } from 'vitest';
import { readElicitation } from './read-elicitation.ts';

const form = (properties: object, more: object = {}, message = 'Tell me') =>
  readElicitation({
    mode: 'form',
    sessionId: 's',
    message,
    requestedSchema: { type: 'object', properties, ...more },
  } as CreateElicitationRequest);
const link = (url: string) => readElicitation({ mode: 'url', sessionId: 's', message: 'Go', elicitationId: 'e', url });

describe('a form', () => {
  it('keeps the order of its fields, their words, limits, options and defaults', () => {
    const asked = form(
      {
        zone: { type: 'string', title: 'Zone', description: 'Where', default: 'eu', enum: ['eu', 'us'] },
        size: { type: 'string', oneOf: [{ const: 's', title: 'Small', description: 'One core' }] },
        name: { type: 'string', minLength: 2, maxLength: 9, pattern: '^[a-z]+$', format: 'email', description: null },
        share: { type: 'number', minimum: 0.5, maximum: 1, default: 7 },
        count: { type: 'integer', default: 3 },
        sure: { type: 'boolean', default: false },
        tags: { type: 'array', minItems: 1, maxItems: 2, items: { type: 'string', enum: ['a', 'b'] }, default: ['b'] },
        more: { type: 'array', items: { anyOf: [{ const: 'x', title: 'X' }] } },
      },
      { title: 'Deploy', description: 'All of it', required: ['zone'] },
    );
    const option = (value: string) => ({ value, title: value });
    expect(asked).toEqual({
      title: 'Deploy',
      content: 'Tell me',
      parameters: {
        mode: 'form',
        description: 'All of it',
        fields: [
          {
            name: 'zone',
            type: 'string',
            title: 'Zone',
            description: 'Where',
            required: true,
            options: ['eu', 'us'].map(option),
            default: 'eu',
          },
          {
            name: 'size',
            type: 'string',
            required: false,
            options: [{ value: 's', title: 'Small', description: 'One core' }],
          },
          {
            name: 'name',
            type: 'string',
            required: false,
            minLength: 2,
            maxLength: 9,
            pattern: '^[a-z]+$',
            format: 'email',
          },
          { name: 'share', type: 'number', required: false, minimum: 0.5, maximum: 1 },
          { name: 'count', type: 'integer', required: false, default: 3 },
          { name: 'sure', type: 'boolean', required: false, default: false },
          {
            name: 'tags',
            type: 'array',
            required: false,
            minItems: 1,
            maxItems: 2,
            options: ['a', 'b'].map(option),
            default: ['b'],
          },
          { name: 'more', type: 'array', required: false, options: [{ value: 'x', title: 'X' }] },
        ],
      },
    });
  });

  it.each([
    ['a kind of field that is not known', { a: { type: 'object' } }, 'The field "a"'],
    ['a field that is no schema', { a: null }, 'The field "a"'],
    ['a pattern that cannot be read', { a: { type: 'string', pattern: '(' } }, 'a pattern that cannot be read'],
    ['options that are none', { a: { type: 'array', items: { type: '_own' } } }, 'nothing to choose from'],
    [
      'too many fields',
      Object.fromEntries([...Array(31).keys()].map((n) => [`f${n}`, { type: 'boolean' }])),
      'More than 30',
    ],
    ['too much text', { a: { type: 'string', description: 'x'.repeat(1_001) } }, 'too long'],
  ])('with %s is not asked', (_what, properties, words) => {
    expect(form(properties)).toContain(words);
  });

  it('with a message that nobody would read is not asked', () => {
    expect(form({}, {}, 'x'.repeat(4_001))).toContain('too long');
  });
});

describe('an address', () => {
  it('is asked as it is', () => {
    const url = 'https://id.example.com/device?code=1';
    expect(link(url)).toEqual({ title: 'Go', content: null, parameters: { mode: 'url', url } });
  });

  it.each([
    'http://example.com/',
    'javascript:alert(1)',
    'https://github.com@evil.example/',
    'https://a b.example/',
    'https://github.com\\@evil.example/',
    'https://x\u202Emoc.example/',
    '',
  ])('%j is not asked', (url) => {
    expect(link(url)).toContain('cannot be opened');
  });
});

it('of another mode is not asked', () => {
  expect(readElicitation({ mode: '_own', sessionId: 's', message: 'Go' } as CreateElicitationRequest)).toContain(
    'not supported',
  );
});
