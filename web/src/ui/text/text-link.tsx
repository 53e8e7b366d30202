import { chakra } from '@chakra-ui/react/styled-system';
import { Link } from 'react-router-dom';

/** A link to another page of the app. */
export const TextLink = chakra(Link, {
  base: {
    color: 'primary.fg',
    fontWeight: '500',
    textDecoration: 'none',
    rounded: '4px',
    _hover: { textDecoration: 'underline' },
  },
});
