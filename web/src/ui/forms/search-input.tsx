import { chakra } from '@chakra-ui/react/styled-system';
import { Search } from 'lucide-react';
import { Input, type InputProps } from './input.tsx';

interface SearchInputProps extends Omit<InputProps, 'onChange' | 'value' | 'aria-label'> {
  value: string;
  onChange: (value: string) => void;
  placeholder: string;
}

/** A search box with a magnifier; its placeholder is also its accessible name. */
export function SearchInput({ value, onChange, placeholder, ...props }: SearchInputProps) {
  return (
    <chakra.div position="relative" width="100%">
      <Icon aria-hidden />
      <Input
        type="search"
        ps="40px"
        aria-label={placeholder}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        {...props}
      />
    </chakra.div>
  );
}

const Icon = chakra(Search, {
  base: {
    position: 'absolute',
    insetStart: '12px',
    top: '50%',
    translate: '0 -50%',
    boxSize: '16px',
    color: 'fg.muted',
    pointerEvents: 'none',
  },
});
