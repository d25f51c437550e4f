import fc from 'fast-check';
import { SEED } from './turns.ts';

/** Runs before each file of tests: what properties try is the same in every run of a commit, and another with another `SEED`. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED });
