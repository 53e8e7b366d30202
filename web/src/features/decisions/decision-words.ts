import { type Decision, secondsWords } from '@countersign/contract';

/** How long something waited. */
export const waitWords = (seconds: number) => (seconds < 1 ? 'under 1s' : secondsWords(seconds));

/** By whose doing it was decided; what a newer server says is told as it is. */
export const howWords = ({ how }: Pick<Decision, 'how'>) => (how === 'hand' ? 'By hand' : how);
