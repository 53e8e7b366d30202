import type { Risk } from '@countersign/contract';
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { cleanup, render, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { system } from '../../ui/theme/system.ts';
import { ItemSubjectView } from './content/item-subject-view.tsx';
import { RiskBadge } from './risk-badge.tsx';
import { RiskReasons } from './risk-reasons.tsx';

afterEach(cleanup);

const show = (children: ReactNode) => render(<ChakraProvider value={system}>{children}</ChakraProvider>);
const judged = (level: string, fields: Partial<Risk> = {}): Risk => ({
  ...{ level, judged: true, reasons: [], engine: 1 },
  ...fields,
});

describe('the badge', () => {
  it.each([
    [judged('low'), 'Low risk'],
    [judged('medium'), 'Medium risk'],
    [judged('high'), 'High risk'],
    [judged('a level of a later version'), 'High risk'],
    [judged('high', { judged: false }), 'Cannot be judged'],
    [null, 'Not judged'],
    [undefined, 'Not judged'], // kept from a visit before judgements existed
  ])('of %j says %s', (risk, word) => {
    const { container } = show(<RiskBadge risk={risk} />);
    expect(screen.getByText(word)).toBeTruthy();
    expect(container.querySelector('svg')).toBeTruthy();
  });
});

describe('a command', () => {
  const command = 'git status; rm -rf build\u202e; rm b';
  const risk = judged('high', {
    reasons: [
      {
        ...{ level: 'high', text: 'Deletes files' },
        spans: [
          { from: 12, to: 25 },
          { from: 27, to: 31 },
        ],
      },
      { level: 'medium', text: 'Reads the repository', spans: [{ from: 0, to: 10 }] },
      { level: 'medium', text: 'All of it', spans: [{ from: 0, to: command.length }] },
    ],
  });

  it('shows its reasons in words, each with the part that it is about, and nothing invisible', () => {
    show(<RiskReasons risk={risk} command={command} />);
    const rows = within(screen.getByRole('list', { name: 'Why this risk' })).getAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Deletes files: rm -rf build‹U+202E› and 1 other place',
      'Reads the repository: git status',
      'All of it',
    ]);
  });

  it('counts the reasons that there is no room for', () => {
    show(<RiskReasons risk={risk} command={command} most={1} />);
    expect(screen.getByText('2 further reasons')).toBeTruthy();
    expect(screen.queryByText(/Reads the repository/)).toBeNull();
  });

  it('has those parts marked, and stays whole', () => {
    const subject = { kind: 'command', command, cwd: null, rest: undefined } as const;
    const { container } = show(<ItemSubjectView subject={subject} risk={risk} />);
    expect([...container.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
      'git status; ',
      'rm -rf build‹U+202E›',
      '; ',
      'rm b',
    ]);
    expect(container.querySelector('pre')?.textContent).toBe('git status; rm -rf build‹U+202E›; rm b');
  });
});
