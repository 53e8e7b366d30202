import { expect, it } from 'vitest';
import type { Rejection } from '../consent/rejection.ts';
import { rejectionPrompt } from './prompts.ts';

const rejection = (title: string, isDecided: boolean): Rejection => ({
  ...{ itemId: title, type: 'tool_call', title, isDecided },
  reason: `Why not ${title}`,
});

it('tells an agent who said no: a person, or nobody who was asked', () => {
  const told = rejectionPrompt([rejection('rm -rf docs', true), rejection('write /tmp/a', false)], []);
  const [person, nobody] = told.split('This was refused, and nobody was asked:');
  expect(person).toContain('The person who reviews your work has rejected this:');
  expect(person).toContain('- rm -rf docs\nReason: Why not rm -rf docs');
  expect(person).not.toContain('write /tmp/a');
  expect(nobody).toContain('- write /tmp/a\nReason: Why not write /tmp/a');
  expect(rejectionPrompt([rejection('write /tmp/a', false)], [])).not.toContain('person');
  expect(rejectionPrompt([rejection('ls', true)], [])).not.toContain('nobody');
});
