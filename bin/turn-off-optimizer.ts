import { setFlagsFromString } from 'node:v8';

/**
 * Turns off the optimizing compiler for WebAssembly. It compiles one function of the embedded database for two
 * seconds with 400 MB of memory, and a process waits for it at its end. Without it, queries take up to twice as long.
 */
for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag);
