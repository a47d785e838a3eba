import { scanOutputs } from '../tests/outputs/scan.ts';

/** `scan-outputs.ts <records folder>` fails if an output of the run contains a secret, or if nothing was recorded. */
const [folder = ''] = process.argv.slice(2);
const { outputBytes, secrets, leaks } = scanOutputs(folder);
const kinds = Object.entries(secrets).map(([kind, count]) => `${count} × ${kind}`);
console.log(`${(outputBytes / 1e6).toFixed(1)} MB of outputs, scanned for ${kinds.join(', ') || 'nothing'}`);
for (const { kind, from } of leaks) console.log(`LEAK: ${kind} in ${from}`);
process.exit(leaks.length === 0 && outputBytes > 0 && kinds.length > 0 ? 0 : 1);
