import { make } from './make.ts';

export function saveFile(name: string, text: string): void {
  const href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  make('a', { href, download: name }).click();
  URL.revokeObjectURL(href);
}
