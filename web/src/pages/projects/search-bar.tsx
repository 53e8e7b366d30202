import { chakra } from '@chakra-ui/react/styled-system';

/** The line with the search box, as wide as a search needs. */
export const SearchBar = chakra('search', { base: { display: 'block', maxW: { md: '420px' }, mb: '20px' } });
