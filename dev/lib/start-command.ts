/** What somebody typed to start this stack, for advice that says how to start it in another way. */
export function startCommand(): string {
  return process.env.npm_lifecycle_event === 'dev' ? 'npm run dev' : 'npm start';
}
