import { DirectoryError } from '../../src/directory/errors.ts';
import { type ParameterTypes, parameterTypes } from './read-input.ts';
import type { Route } from './routes.ts';

/** A route made ready for matching, with what its schema says about parameters. */
interface ReadyRoute {
  readonly route: Route;
  readonly pattern: RegExp;
  readonly segments: readonly string[];
  /** Members of the input that come in the query: all but the path's, where there is no body. */
  readonly query: ParameterTypes;
}

export interface Match {
  readonly ready: ReadyRoute;
  /** Path members, still percent-encoded. */
  readonly raw: readonly string[];
}

/** Paths by pattern, each with its methods, so that a wrong method can be told what is allowed. */
export function createMatcher(routes: readonly Route[]) {
  const ready = routes.map(makeReady);
  return {
    ready,
    /** The route for a method, and every method of the path; `allow` is empty where there is no such path. */
    find(method: string, path: string): { readonly match: Match | null; readonly allow: string } {
      const allow = new Set<string>();
      for (const candidate of ready) {
        const found = candidate.pattern.exec(path);
        if (!found) continue;
        if (candidate.route.method === method) return { match: { ready: candidate, raw: found.slice(1) }, allow: '' };
        allow.add(candidate.route.method);
      }
      return { match: null, allow: allowField(allow) };
    },
    allowFor(path: string): string {
      const methods = ready.filter(({ pattern }) => pattern.test(path)).map(({ route }) => route.method);
      return allowField(new Set(methods));
    },
  };
}

function allowField(methods: Set<string>): string {
  if (methods.size === 0) return '';
  return [...methods]
    .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    .concat('OPTIONS')
    .join(', ');
}

function makeReady(route: Route): ReadyRoute {
  const segments = [...route.path.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? '');
  const literal = route.path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '([^/]+)');
  const types = route.takesBody ? new Map() : parameterTypes(route.operation.input);
  return {
    route,
    pattern: new RegExp(`^${literal}$`),
    segments,
    query: new Map([...types].filter(([name]) => !segments.includes(name))),
  };
}

/** The members of the input that the path holds. */
export function readSegments({ ready, raw }: Match): Record<string, string> {
  return Object.fromEntries(ready.segments.map((name, i) => [name, decodeSegment(raw[i] ?? '')]));
}

function decodeSegment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    const detail = 'The path is not percent-encoded UTF-8.';
    throw new DirectoryError('domain.invalid', detail, { violations: [{ parameter: 'domain', detail }] });
  }
}
