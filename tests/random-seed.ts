import fc from 'fast-check';

/** Seed of random tests, so that every run of one commit uses equal inputs. `SEED=7 npm test` uses other inputs. */
const SEED = 20_261_120;

fc.configureGlobal({ seed: Number(process.env.SEED ?? SEED) });
