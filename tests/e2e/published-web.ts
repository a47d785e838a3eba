import { EventEmitter, once } from 'node:events';
import type { WebPost, WebSource } from '../../src/sandbox/web-source.ts';

/** File that an owner publishes during the test. */
export interface PublishedFile {
  readonly host: string;
  readonly path: string;
  readonly type: string;
  readonly body: string;
  /** True to answer only after the file is published again. */
  readonly isHeld?: boolean;
}

export interface GrowingWeb extends WebSource {
  publish(file: PublishedFile): void;
  /** Posts to the added sites. */
  readonly posts: readonly WebPost[];
}

/** Creates a web that accepts new files and sites. The directory does not track added sites at first. */
export function growingWeb(web: WebSource): GrowingWeb {
  const files = new Map<string, PublishedFile>();
  const hosts = new Set<string>();
  const posts: WebPost[] = [];
  const published = new EventEmitter();
  return {
    ...web,
    posts,
    async receive(post) {
      if (!hosts.has(post.host)) return null;
      posts.push(post);
      return 204;
    },
    publish(file) {
      hosts.add(file.host);
      files.set(`${file.host}${file.path}`, file);
      published.emit(`${file.host}${file.path}`);
    },
    records: (name) => web.records(name) ?? (hosts.has(name) ? { a: 'origin', aaaa: [], txt: [] } : null),
    async answer(request) {
      const url = `${request.host}${request.path}`;
      if (files.get(url)?.isHeld) await once(published, url);
      const file = files.get(url);
      if (!file) return await web.answer(request);
      return { status: 200, headers: { 'content-type': file.type }, body: Buffer.from(file.body) };
    },
  };
}
