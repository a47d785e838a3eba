import fc from 'fast-check';

/** Random tests of one commit use the same inputs on every run. `SEED=7 npm test` uses others. */
const SEED = 20_261_120;

fc.configureGlobal({ seed: Number(process.env.SEED ?? SEED) });
