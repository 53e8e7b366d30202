import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { system } from '../theme/system.ts';
import { Tabs } from './tabs.tsx';

afterEach(cleanup);

function Example() {
  const [value, setValue] = useState('in');
  const tabs = ['in', 'up'].map((name) => ({ value: name, label: `Sign ${name}`, content: `The form: ${name}` }));
  return (
    <ChakraProvider value={system}>
      <Tabs label="Forms" value={value} onChange={setValue} tabs={tabs} />
    </ChakraProvider>
  );
}

it('shows one panel at a time, and not both for a moment', async () => {
  render(<Example />);
  const seen: number[] = [];
  const observer = new MutationObserver(() => seen.push(screen.queryAllByRole('tabpanel').length));
  observer.observe(document.body, { subtree: true, childList: true, attributes: true });
  for (const name of ['up', 'in', 'up']) {
    fireEvent.click(screen.getByRole('tab', { name: `Sign ${name}` }));
    await screen.findByText(`The form: ${name}`);
    await new Promise(requestAnimationFrame);
  }
  observer.disconnect();
  expect(Math.max(...seen)).toBe(1);
});
