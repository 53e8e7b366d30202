import { chakra } from '@chakra-ui/react/styled-system';
import { type KeyboardEvent, useDeferredValue, useId, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { visibleText } from '../../lib/text/visible-text.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { SearchInput } from '../../ui/forms/search-input.tsx';
import { type Destination, found } from './destinations.ts';
import { useDestinations } from './use-destinations.ts';

/** Goes to a page, project, request, task or container by a few letters of its title. */
export function GoAnywhere({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const { destinations, isWhole } = useDestinations();
  const [typed, setTyped] = useState('');
  const [place, setPlace] = useState(0);
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  // The list follows typing with low priority.
  const wanted = useDeferredValue(typed);
  const shown = useMemo(() => found(destinations, wanted), [destinations, wanted]);
  const at = Math.min(place, shown.length - 1);
  const optionId = (index: number) => `${listId}-${index}`;

  const go = ({ to }: Destination) => {
    onClose();
    void navigate(to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') setPlace((at + 1) % Math.max(1, shown.length));
    else if (event.key === 'ArrowUp') setPlace((at - 1 + shown.length) % Math.max(1, shown.length));
    else if (event.key === 'Enter' && shown[at] && wanted === typed) go(shown[at]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog open onClose={onClose} title="Go anywhere" initialFocus={field}>
      <SearchInput
        ref={field}
        role="combobox"
        aria-expanded={shown.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={shown.length > 0 ? optionId(at) : undefined}
        autoComplete="off"
        placeholder="Page, project, approval, task, or container..."
        value={typed}
        onChange={(text) => {
          setTyped(text);
          setPlace(0);
        }}
        onKeyDown={onKeyDown}
      />
      <List id={listId} role="listbox" aria-label="Places">
        {shown.map((destination, index) => (
          <Option
            key={destination.to}
            id={optionId(index)}
            role="option"
            aria-selected={index === at}
            onClick={() => go(destination)}
          >
            <chakra.span minW={0} truncate>
              {visibleText(destination.title)}
            </chakra.span>
            <chakra.span textStyle="sm" color="fg.muted" minW={0} truncate>
              {visibleText(destination.kind)}
            </chakra.span>
          </Option>
        ))}
      </List>
      <chakra.p role="status" textStyle="sm" color="fg.muted" pb="20px" minH="40px">
        {[shown.length === 0 && 'No matches.', !isWhole && 'Still loading.'].filter(Boolean).join(' ')}
      </chakra.p>
    </Dialog>
  );
}

const List = chakra('ul', { base: { mt: '8px', display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' } });

const Option = chakra('li', {
  base: {
    display: 'grid',
    // The title takes precedence, however long the text beside it.
    gridTemplateColumns: 'minmax(50%, 1fr) minmax(0, auto)',
    alignItems: 'center',
    gap: '16px',
    minH: { base: '44px', md: '36px' },
    px: '12px',
    rounded: 'control',
    cursor: 'pointer',
    _hover: { bg: 'bg.muted' },
    _selected: { bg: 'primary.subtle', color: 'primary.fg' },
  },
});
