import { setFlagsFromString } from 'node:v8';

/**
 * Turns off the optimizing compiler for WebAssembly. The compiler needs two seconds and 400 MB of memory for one
 * function of the embedded database, and the process cannot end before. Without the compiler, queries take up to twice as long.
 */
for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag);
