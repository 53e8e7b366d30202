import fc from 'fast-check';
import { seed } from './sample.ts';

// A setup file of tests: properties, too, choose by the run's seed, and the same seed repeats them.
fc.configureGlobal({ seed });
