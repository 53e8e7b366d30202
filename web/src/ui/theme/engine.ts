/** What the theme is made with, as a piece of its own: `main.tsx` evaluates it before the theme, not in the same go. */
export { defaultBaseConfig } from '@chakra-ui/react/preset-base';
export { createSystem, defineConfig } from '@chakra-ui/react/styled-system';
