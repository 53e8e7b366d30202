// `npm start`: the whole product on this machine, until Ctrl-C.
import { runStack } from './run-stack.ts';

await runStack();
