/** The engine of the theme, in a chunk of its own: `main.tsx` evaluates it before the theme, in another task. */
export { defaultBaseConfig } from '@chakra-ui/react/preset-base';
export { createSystem, defineConfig } from '@chakra-ui/react/styled-system';
