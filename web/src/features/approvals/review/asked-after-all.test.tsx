import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { InApp, stubLayout, testApproval } from '../test-approvals.tsx';
import { ApprovalHead } from './approval-head.tsx';

afterEach(cleanup);

const subject = { kind: 'command', command: 'npm test', cwd: null, rest: undefined } as const;

test.each([
  [
    { by: 'rule', name: 'The \u202etests', why: 'revoked' },
    'Your rule “The ‹U+202E›tests” had approved this, but was revoked before the agent received that, so you are asked.',
  ],
  [
    { by: 'limits', name: null, why: 'expired' },
    'This had passed within your limits, but they ran out of time before the agent received that, so you are asked.',
  ],
] as const)('a card says what had approved it: %o', (approvalEnded, words) => {
  stubLayout();
  render(
    <InApp>
      <ApprovalHead approval={testApproval({ id: 'step', approvalEnded })} subject={subject} headingId="head" />
    </InApp>,
  );
  expect(screen.getByText(words)).toBeTruthy();
});
